# shellcheck shell=sh disable=SC2034,SC2154
# Part of `sharj`: how it changes to another release, and back.

# The links change in one step. switch NAME RELEASE
switch() {
  ln -sfn "releases/$(basename "$2")" "$opt/.$1"
  mv -T "$opt/.$1" "$opt/$1"
}
# What it leaves behind, if it is killed, says that it was cut off: begin_switch VERSION
begin_switch() {
  echo "$(basename "$release") $1" >"$opt/.updating"
  trap 'rm -f "$opt/.updating"' EXIT
  keep_on
}
# Starts process NUMBER again, unless it is of RELEASE already, and waits for it.
renew() {
  if ! pid_of "$1" || [ "$(readlink "/proc/$pid/exe")" != "$2/lib/node" ]; then
    stop_one "$1"
    start_one "$1" || true
  fi
  wait_ready "$1" "$2"
}
# One after the other: the others serve meanwhile.
renew_all() {
  for number in $(seq "$(processes)"); do renew "$number" "$1" || return 1; done
}
# Starts TARGET in place of FROM; not well within the time: back to FROM. 2: it cannot go back.
switch_releases() {
  from=$1
  target=$2
  why=$3
  before=$(readlink -f "$opt/previous" || true)
  switch previous "$from"
  switch current "$target"
  place_unit "$target"
  if renew_all "$target"; then return 0; fi
  say "$why" "$4" >&2
  printf '%s\n' "$problem" >&2
  last_lines >&2 || true
  stop_one "$number" || true
  if ! unfit=$(run "$from" fits --lang "$lang" 2>&1); then
    printf '%s\n' "$unfit" >&2
    stop || true
    if ! put_back; then
      start || true
      return 2
    fi
  fi
  switch current "$from"
  place_unit "$from"
  if [ -d "$before" ]; then switch previous "$before"; fi
  well=yes
  for number in $(seq "$(processes)"); do renew "$number" "$from" || well=no; done
  if [ $well = yes ]; then
    say "Back at $(basename "$from"): it runs, and nothing is lost." "بازگشت به $(basename "$from"): کار می‌کند و چیزی از دست نرفته است." >&2
  else
    say "Back at $(basename "$from"), which is not ready either: sharj check" "بازگشت به $(basename "$from")، که آن هم آماده نیست: sharj check" >&2
  fi
  return 1
}
# The older release cannot use the database any more: the copy of before, unless something was sold since.
put_back() {
  name=$(basename "$target")
  [ -n "${copy:-}" ] || return 1
  if [ "$(run "$from" mark 2>&1)" != "$mark" ]; then
    say "Since the copy was made, something was sold or paid. It is not thrown away: $name stays, because only it can use the database now. See sharj check and sharj logs, and update to a release that is mended. The copy of before: $copy" "پس از گرفتن نسخهٔ پشتیبان چیزی فروخته یا پرداخت شده است و دور ریخته نمی‌شود: $name می‌ماند، چون اکنون فقط آن می‌تواند از پایگاه داده استفاده کند. sharj check و sharj logs را ببینید و به نسخه‌ای درست‌شده به‌روزرسانی کنید. پشتیبان پیش از به‌روزرسانی: $copy" >&2
    return 1
  fi
  if ! restored=$(run "$from" restore --replace --complete --all "$copy" 2>&1); then
    printf '%s\n' "$restored" >&2
    say "The copy of before could not be restored: $name stays. The copy: $copy" "پشتیبان پیش از به‌روزرسانی بازیابی نشد: $name می‌ماند. پشتیبان: $copy" >&2
    return 1
  fi
  say 'The copy of before the update is the database again: nothing was sold or paid since.' 'پشتیبان پیش از به‌روزرسانی دوباره پایگاه داده است: پس از آن چیزی فروخته یا پرداخت نشده بود.' >&2
  printf '%s\n' "$restored" >&2
}

write_backup() {
  run "$release" backup "$1"
}
# SQLite is copied; PostgreSQL needs an archive.
backup_before() {
  case $(setting DATABASE_URL) in
    postgres*) ending=sharj ;;
    *) ending=db ;;
  esac
  mkdir -p "$data/before-updates"
  chown "$user" "$data/before-updates" 2>/dev/null || true
  # The three newest stay, each with those of the agents' shops.
  # shellcheck disable=SC2010,SC2012
  ls -t "$data/before-updates" | grep -E -- '-[0-9]{6}\.(db|sharj)$' | tail -n +3 | while read -r old; do
    rm -f "$data/before-updates/$old" "$data/before-updates/${old%.*}"-*
  done
  copy=$data/before-updates/$(basename "$release")-$(date +%Y%m%d-%H%M%S).$ending
  # Before the copy: what is sold while it is made counts as sold since.
  mark=$(run "$release" mark) && write_backup "$copy"
}
update() {
  is_unsigned=no
  if [ "${1:-}" = --unsigned ]; then
    is_unsigned=yes
    shift
  fi
  [ $# = 1 ] || wrong_use
  case $1 in -*) wrong_use ;; esac
  need_owner
  lock
  file=$(readlink -f "$1")
  [ -f "$file" ] || fail "There is no file $1" "فایل $1 نیست"
  may_install "$release" "$file" $is_unsigned
  name=$(tar tzf "$file" 2>/dev/null | sed -n '1s,/.*,,p')
  case $name in
    sharj-[0-9]*) version=${name#sharj-} ;;
    *) fail 'This is no release of Sharj.' 'این فایل نسخه‌ای از شارژ نیست.' ;;
  esac
  target=$opt/releases/$version
  [ "$target" != "$release" ] || fail "$version runs already." "نسخهٔ $version هم‌اکنون کار می‌کند."
  begin_switch "$version"
  say "Unpacking $version …" "بازکردن $version …"
  unpacking=$opt/releases/.unpacking
  unpacked=$unpacking/$name
  rm -rf "$unpacking"
  mkdir "$unpacking"
  if ! tar xzf "$file" -C "$unpacking" --no-same-owner; then
    rm -rf "$unpacking"
    fail "$version could not be unpacked: is there room on the disk? Nothing was changed." "نسخهٔ $version باز نشد: آیا دیسک جا دارد؟ چیزی تغییر نکرد."
  fi
  # It runs here, understands the settings, and can use the database.
  if ! problem=$(run "$unpacked" fits --lang "$lang" 2>&1); then
    printf '%s\n' "$problem" >&2
    rm -rf "$unpacking"
    fail "$version cannot run here. Nothing was changed." "نسخهٔ $version اینجا کار نمی‌کند. چیزی تغییر نکرد."
  fi
  if run "$unpacked" fits --contracts >/dev/null 2>&1; then
    say "$version takes away what $(basename "$release") needs in the database: the bot is stopped while it is copied." "نسخهٔ $version آنچه را $(basename "$release") در پایگاه داده لازم دارد برمی‌دارد: ربات هنگام پشتیبان‌گیری خاموش است."
    stop
  fi
  say 'Backing up …' 'پشتیبان‌گیری …'
  if ! backup_before; then
    start
    rm -rf "$unpacking"
    fail 'Without a backup there is no update.' 'بدون پشتیبان به‌روزرسانی انجام نمی‌شود.'
  fi
  # Only now: there may be one of the same version, the way back.
  kept=$opt/releases/.kept
  rm -rf "$kept"
  if [ -d "$target" ]; then mv "$target" "$kept"; fi
  mv "$unpacked" "$target"
  rmdir "$unpacking"
  say "Starting $version …" "روشن کردن $version …"
  code=0
  switch_releases "$release" "$target" "$version is not well:" "نسخهٔ $version درست کار نمی‌کند:" || code=$?
  if [ $code != 0 ]; then
    if [ $code = 1 ]; then
      rm -rf "$target"
      if [ -d "$kept" ]; then mv "$kept" "$target"; fi
    fi
    rm -rf "$kept"
    exit 1
  fi
  for one in "$kept" "$opt/releases"/*; do
    if [ "$one" != "$target" ] && [ "$one" != "$release" ]; then rm -rf "$one"; fi
  done
  say "$version runs. Back, if you wish: sharj rollback" "نسخهٔ $version کار می‌کند. برای بازگشت: sharj rollback"
}
rollback() {
  need_owner
  lock
  target=$(readlink -f "$opt/previous" || true)
  if [ ! -d "$target" ] || [ "$target" = "$release" ]; then fail 'There is no release before this one.' 'نسخهٔ پیشینی نیست.'; fi
  if ! problem=$(run "$target" fits --lang "$lang" 2>&1); then
    printf '%s\n' "$problem" >&2
    fail "$(basename "$target") cannot be used any more. Nothing was changed." "نسخهٔ $(basename "$target") دیگر قابل استفاده نیست. چیزی تغییر نکرد."
  fi
  begin_switch "$(basename "$target")"
  copy=
  switch_releases "$release" "$target" "$(basename "$target") is not well:" "نسخهٔ $(basename "$target") درست کار نمی‌کند:" || exit 1
  say "$(basename "$target") runs." "نسخهٔ $(basename "$target") کار می‌کند."
}
