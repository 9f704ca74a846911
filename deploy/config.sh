# shellcheck shell=sh disable=SC2034,SC2154
# Part of `sharj`: how its settings are shown and changed.

# Secrets stay covered, also inside an address: show NAME…
show() {
  for name in "$@"; do
    value=$(setting "$name")
    case $name in
      *TOKEN | *SECRET | *PASSPHRASE | *MERCHANT*) [ -z "$value" ] || value="******** (${#value})" ;;
      *) value=$(printf '%s' "$value" | sed 's,//\([^:@/]*\):[^@]*@,//\1:********@,') ;;
    esac
    if [ -n "$value" ]; then printf '%s=%s\n' "$name" "$value"; else say "$name is not set." "$name نوشته نشده است."; fi
  done
}
names_in() { sed -n 's/^[[:space:]]*\(export[[:space:]]\{1,\}\)\{0,1\}\([A-Za-z_][A-Za-z0-9_]*\)[[:space:]]*=.*/\2/p' "$1"; }
# The draft is not taken.
refuse_draft() {
  rm -f "$draft"
  fail "$1The settings stay as they were." "$2تنظیمات تغییری نکرد."
}
editor() {
  for one in "${EDITOR:-}" nano vi; do
    if [ -n "$one" ] && command -v "$one" >/dev/null; then
      "$one" "$1"
      return
    fi
  done
  fail "There is no editor. Write: sharj config NAME=VALUE" "ویرایشگری نیست. بنویسید: sharj config NAME=VALUE"
}
# Changed settings count only if the release understands them.
check_settings() {
  chown "$user" "$draft" 2>/dev/null || true
  if ! problem=$(settings=$draft run "$release" fits --lang "$lang" 2>&1); then
    printf '%s\n' "$problem" >&2
    refuse_draft '' ''
  fi
  check_processes "$draft" || refuse_draft 'SHARJ_PROCESSES is a number from 1 to 99; more than 1 needs PostgreSQL (DATABASE_URL) and a webhook (WEBHOOK_URL). ' 'SHARJ_PROCESSES عددی از ۱ تا ۹۹ است؛ بیش از ۱ به PostgreSQL (DATABASE_URL) و وب‌هوک (WEBHOOK_URL) نیاز دارد. '
}
# Several processes share PostgreSQL, and only a webhook reaches all of them.
check_processes() {
  case $(setting SHARJ_PROCESSES "$1") in '' | 1) return 0 ;; *[!0-9]* | 0* | ???*) return 1 ;; esac
  case $(setting DATABASE_URL "$1") in postgres*) [ -n "$(setting WEBHOOK_URL "$1")" ] ;; *) return 1 ;; esac
}
# Telegram and the gateway answer to the draft; a problem that the present settings have too is only shown.
ask_first() {
  for what in telegram gateway; do
    if problem=$(settings=$draft run "$release" check --lang "$lang" --only "$what" 2>&1); then continue; fi
    printf '%s\n' "$problem" >&2
    [ "$problem" = "$(run "$release" check --lang "$lang" --only "$what" 2>&1)" ] || refuse_draft '' ''
  done
}
# Another port is free, or one of our own.
check_port() {
  new=$(setting PORT "$draft")
  new=${new:-8080}
  if [ "$new" -ge "$(port_of 1)" ] && [ "$new" -le "$(port_of "$(processes)")" ]; then return; fi
  case $(settings=$draft run "$release" check --only service --json 2>&1) in
    *not-running*) ;;
    *) refuse_draft "Another program uses port $new. " "نرم‌افزار دیگری از پورت $new استفاده می‌کند. " ;;
  esac
}
config() {
  changes=0
  for one in "$@"; do
    case $one in
      -*) wrong_use ;;
      *=*) changes=$((changes + 1)) ;;
    esac
  done
  [ $changes = 0 ] || [ $changes = $# ] || wrong_use
  need_owner
  if [ $# -gt 0 ]; then check_names "$release" "$@" || exit 2; fi
  if [ $# -gt 0 ] && [ $changes = 0 ]; then
    show "$@"
    return
  fi
  lock
  draft=$settings.draft
  cp -p "$settings" "$draft"
  if [ $# -gt 0 ]; then
    set_in "$draft" "$@"
  else
    editor "$draft"
    # shellcheck disable=SC2046
    check_names "$release" $(names_in "$draft" | grep -vxF "$(names_in "$settings")") || refuse_draft '' ''
  fi
  check_settings
  ask_first
  check_port
  keep_on
  cp -p "$settings" "$settings.before"
  stop
  mv "$draft" "$settings"
  start || true
  if wait_all "$release"; then
    rm -f "$settings.before"
    say 'The bot is ready.' 'ربات آماده است.'
    return
  fi
  printf '%s\n' "$problem" >&2
  last_lines >&2 || true
  stop
  mv "$settings.before" "$settings"
  start || true
  if wait_all "$release"; then
    fail 'The settings stay as they were, and the bot is ready with them.' 'تنظیمات تغییری نکرد و ربات با همان‌ها آماده است.'
  fi
  fail 'The settings stay as they were. With them the bot is not ready either: sharj check' 'تنظیمات تغییری نکرد. ربات با همان‌ها هم آماده نیست: sharj check'
}
ready() {
  for number in $(seq "$(processes)"); do
    (port=$(port_of "$number") && run "$release" ready --lang "$lang" "$@") || exit 1
  done
}
