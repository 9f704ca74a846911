# shellcheck shell=sh disable=SC2034,SC2154
# For install.sh and sharj, which read it. `root` is set before: empty, or where another system is.
# The bot's own user, and Caddy's, read what root makes; secrets are made unreadable one by one.
umask 022
opt=$root/opt/sharj
data=$root/var/lib/sharj
settings=$root/etc/sharj/env
unit=$root/etc/systemd/system/sharj@.service

lang=en
case ${LC_ALL:-${LC_MESSAGES:-${LANG:-}}} in fa*) lang=fa ;; esac

# A terminal that was closed stops nothing.
say() {
  if [ "$lang" = fa ]; then printf '%s\n' "$2"; else printf '%s\n' "$1"; fi 2>/dev/null || true
}
fail() {
  say "$1" "$2" >&2
  exit 1
}
misused() {
  say "$1" "$2" >&2
  exit 2
}

has_systemd() { [ -z "$root" ] && [ -d /run/systemd/system ]; }
# A release brings its own unit: place_unit RELEASE
place_unit() {
  if has_systemd; then
    sed "s/^User=.*/User=$user/" "$1/deploy/sharj@.service" >"$unit"
    systemctl daemon-reload
  fi
}

# Where a file of settings has this one: as Node, which reads it too, finds it.
line_of() { printf '%s' "^[[:space:]]*\(export[[:space:]]\{1,\}\)\{0,1\}$1[[:space:]]*="; }
# Without quotes, or without the comment after it: setting NAME [FILE]
setting() {
  sed -n "s/$(line_of "$1")[[:space:]]*//p" "${2:-$settings}" | tail -n 1 |
    sed "s/^'\([^']*\)'.*/\1/; t; s/^\"\([^\"]*\)\".*/\1/; t; s/^\`\([^\`]*\)\`.*/\1/; t; s/#.*//; s/[[:space:]]*\$//"
}
# In the quotes that the value leaves free; in double ones Node would make a new line of \n.
quote() {
  case $1 in *\'*) ;; *) printf "'%s'" "$1" && return ;; esac
  case $1 in *\`*) ;; *) printf "\`%s\`" "$1" && return ;; esac
  case $1 in *\"* | *\\n*) return 1 ;; *) printf '"%s"' "$1" ;; esac
}
# Writes NAME=VALUE… into a file of settings; an empty value removes it.
set_in() {
  file=$1
  shift
  for pair in "$@"; do
    name=${pair%%=*}
    value=${pair#*=}
    [ "$pair" != "$name" ] || name=
    case $name in *[!A-Z0-9_]* | '') misused "Write NAME=VALUE, not $pair" "به شکل NAME=VALUE بنویسید، نه $pair" ;; esac
    quoted=$(quote "$value") || fail "$name has all kinds of quotes: leave out one of ' \` \"" "$name همهٔ نشانه‌های نقل‌قول را دارد: یکی از ' \` \" را بردارید"
    if ! write_in "$file"; then
      rm -f "$file.next"
      fail "$file could not be written: is there room on the disk?" "$file نوشته نشد: آیا دیسک جا دارد؟"
    fi
  done
}
# Refuses a name that no setting has, and names the nearest one; a line that the file has may be removed:
# check_names RELEASE NAME[=VALUE]…
check_names() (
  node=$1/bin/node
  nearest=$1/deploy/nearest-setting.ts
  shift
  count=$#
  for pair in "$@"; do
    case $pair in *=) if grep -qs "$(line_of "${pair%=}")" "$settings"; then continue; fi ;; esac
    set -- "$@" "${pair%%=*}"
  done
  shift "$count"
  unknown=$("$node" --disable-warning=ExperimentalWarning "$nearest" "$@")
  [ -z "$unknown" ] || misused "There is no setting ${unknown% *}. The nearest is ${unknown##* }" "تنظیم ${unknown% *} وجود ندارد. نزدیک‌ترین نام: ${unknown##* }"
)
# In one step, with the owner and the mode that it has.
write_in() {
  cp -p "$1" "$1.next" || return 1
  # 1: no line is left.
  grep -v "$(line_of "$name")" "$1" >"$1.next" || [ $? = 1 ] || return 1
  if [ -n "$value" ]; then printf '%s=%s\n' "$name" "$quoted" >>"$1.next" || return 1; fi
  mv "$1.next" "$1"
}

# Whether a downloaded release may be installed; `signer` is who signed it: may_install RELEASE FILE UNSIGNED
may_install() {
  signer=
  said=$("$1/bin/node" --disable-warning=ExperimentalWarning "$1/deploy/verify-release.ts" "$2") || {
    unsigned=' For a build of your own: --unsigned'
    unsigned_fa=' برای ساخت خودتان: --unsigned'
    case $said:$3 in
      unsigned:yes | no-keys:yes) return 0 ;;
      no-sum:*) fail "$2.sha256 is missing: download it too." "$2.sha256 نیست: آن را هم دانلود کنید." ;;
      damaged:*) fail 'The file is damaged: its sum is another one. Download it again.' 'فایل آسیب دیده است. دوباره دانلود کنید.' ;;
      unsigned:*) fail "$2.sig is missing: download it too.$unsigned" "$2.sig نیست: آن را هم دانلود کنید.$unsigned_fa" ;;
      no-keys:*) fail "This release names no keys that it trusts.$unsigned" "این نسخه کلید معتبری نمی‌شناسد.$unsigned_fa" ;;
      wrong-signature:*) fail 'No key that this release trusts has signed the file. It may be forged: download it again from the project.' 'هیچ کلید معتبری این فایل را امضا نکرده است. شاید جعلی باشد: دوباره از صفحهٔ پروژه دانلود کنید.' ;;
      *) fail 'The signature could not be checked.' 'امضای فایل بررسی نشد.' ;;
    esac
  }
  signer=$said
}

# Whether a domain leads somewhere; says so if it does not.
check_domain() {
  case $1 in
    '' | *[!a-zA-Z0-9.-]* | [!a-zA-Z0-9]*)
      say 'Write the domain alone, such as shop.example.org' 'فقط دامنه را بنویسید، مانند shop.example.org' >&2
      return 1
      ;;
  esac
  addresses=$(getent ahosts "$1" | cut -d ' ' -f 1 | sort -u)
  if [ -z "$addresses" ]; then
    say "$1 has no address yet: point it at this server (an A record), wait a little, and try again." "دامنهٔ $1 هنوز نشانی ندارد: رکورد A آن را به این سرور بدهید و کمی بعد دوباره تلاش کنید." >&2
    return 1
  fi
  # Behind another machine's address it may be right all the same.
  own=" $(hostname -I 2>/dev/null || true) 127.0.0.1 ::1 "
  for address in $addresses; do
    case $own in *" $address "*) return 0 ;; esac
  done
  say "Note: $1 leads to $(echo "$addresses" | tr '\n' ' ')and this server has$own" "توجه: دامنهٔ $1 به $(echo "$addresses" | tr '\n' ' ')می‌رسد و نشانی این سرور$own است." >&2
}
