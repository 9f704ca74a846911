#!/bin/sh
# Installs the release in this folder. Needs no network of its own; run it again at any time.
#   sudo ./install.sh [--lang fa|en] [--no-start] [--unsigned] [--https DOMAIN] [NAME=VALUE…]
# It installs the downloaded file beside this folder, if it is signed; --unsigned: this folder as it is.
# Settings come from the arguments, the environment, an earlier installation, or are asked for.
# SHARJ_ROOT: another root, for containers and tests. SHARJ_USER: the user that the bot runs as. SHARJ_DOMAIN: as --https.
set -eu

here=$(dirname "$(readlink -f "$0")")
root=${SHARJ_ROOT:-}
# shellcheck source=deploy/common.sh
. "$here/deploy/common.sh"
version=$(sed -n 's/^  "version": "\(.*\)",$/\1/p' "$here/package.json")
# Those that can be given in the environment.
names='BOT_TOKEN MESSENGER BOT_API_ROOT TELEGRAM_PROXY OWNER_IDS HOST PORT GATEWAY_URL GATEWAY_TOKEN GATEWAY_OPERATOR2_PATH GATEWAY_OPERATOR_NAMES SHOP_LANGUAGE DATABASE_URL BACKUP_PASSPHRASE PUBLIC_URL'

start=yes
unsigned=no
domain=${SHARJ_DOMAIN:-}
pairs=
newline='
'
while [ $# -gt 0 ]; do
  case $1 in
    --lang)
      lang=${2:-en}
      shift
      ;;
    --no-start) start=no ;;
    --unsigned) unsigned=yes ;;
    --https)
      domain=${2:-}
      shift
      ;;
    [A-Z]*=*) pairs=$pairs$1$newline ;;
    *)
      sed -n '2,6s/^# \{0,1\}//p' "$0" >&2
      exit 2
      ;;
  esac
  shift
done

[ -n "$root" ] || [ "$(id -u)" = 0 ] || fail 'Run it as root: sudo ./install.sh' 'با root اجرا کنید: sudo ./install.sh'
"$here/bin/node" --version >/dev/null 2>&1 || fail "The Node in this release does not run here. Is it the file for $(uname -m)? It needs glibc 2.28 and libstdc++6." "Node این نسخه اینجا اجرا نمی‌شود. آیا فایل $(uname -m) را گرفته‌اید؟ glibc 2.28 و libstdc++6 لازم است."
if [ -e "$opt/current" ]; then
  installed=$(basename "$(readlink -f "$opt/current")")
  [ "$installed" = "$version" ] || fail "$installed is installed. To change to $version: sharj update FILE" "نسخهٔ $installed نصب است. برای $version بنویسید: sharj update FILE"
fi
if [ $unsigned = no ] && [ ! -d "$opt/releases/$version" ]; then
  file=$(dirname "$here")/sharj-$version-linux-$("$here/bin/node" -p process.arch).tar.gz
  [ -f "$file" ] || fail "$file is missing: the installer checks its signature. For a build of your own: --unsigned" "$file نیست: امضای آن بررسی می‌شود. برای ساخت خودتان: --unsigned"
  may_install "$here" "$file" no
  say "Signed by $signer: compare it with the fingerprint in the README of the project." "امضا: $signer؛ آن را با اثر انگشت در README پروژه مقایسه کنید."
fi

# One name a line: a value may have spaces.
printf '%s' "$pairs" | while IFS= read -r pair; do check_names "$here" "$pair" || exit 2; done || exit 2

user=${SHARJ_USER:-sharj}
if [ "$(id -u)" != 0 ]; then
  user=$(id -un)
elif ! id "$user" >/dev/null 2>&1; then
  useradd --system --user-group --home-dir "$data" --no-create-home --shell /usr/sbin/nologin "$user"
fi

mkdir -p "$opt/releases" "$root/etc/sharj" "$data" "$root/usr/local/bin"
chmod 700 "$data"
if [ ! -d "$opt/releases/$version" ]; then
  rm -rf "$opt/releases/.copying"
  if [ $unsigned = yes ]; then
    cp -R "$here" "$opt/releases/.copying"
  else
    # The checked file itself: this folder may have changed since.
    mkdir "$opt/releases/.copying"
    tar xzf "$file" -C "$opt/releases/.copying" --strip-components 1 --no-same-owner
  fi
  if [ "$(id -u)" = 0 ]; then chown -R 0:0 "$opt/releases/.copying"; fi
  mv "$opt/releases/.copying" "$opt/releases/$version"
fi
if [ ! -e "$opt/current" ]; then ln -s "releases/$version" "$opt/current"; fi
ln -sf "$opt/current/bin/sharj" "$root/usr/local/bin/sharj"
if [ ! -f "$settings" ]; then (umask 077 && : >"$settings"); fi
chmod 600 "$settings"
if [ "$(id -u)" = 0 ]; then chown "$user" "$settings" "$data"; fi

# Run again, it checks a draft: a bot that sells keeps its settings until the new ones are known to work.
final=$settings
if [ -s "$final" ] && [ -n "$(setting BOT_TOKEN)" ] && [ -n "$(setting GATEWAY_URL)" ] && [ -n "$(setting GATEWAY_TOKEN)" ]; then
  settings=$final.draft
  cp -p "$final" "$settings"
  trap 'rm -f "$final.draft"' EXIT
fi

for name in $names; do
  eval "value=\${$name:-}"
  if [ -n "$value" ]; then set_in "$settings" "$name=$value"; fi
done
printf '%s' "$pairs" | while IFS= read -r pair; do set_in "$settings" "$pair"; done

# As the bot would see it, in its folder: check WHAT [NAME=VALUE…], where settings are still missing.
check() (
  what=$1
  shift
  cd "$data"
  exec env -i PATH="$PATH" HOME="$data" "$@" "$here/bin/node" --disable-warning=ExperimentalWarning --env-file="$settings" "$here/src/main.ts" check --lang "$lang" --only "$what"
)
ask() {
  printf '%s ' "$(say "$1" "$2")"
  answer=
  read -r answer || true
}
can_ask() { [ -t 0 ] || [ "${SHARJ_ASK:-}" = yes ]; }
need() {
  can_ask || fail "$1 is missing: give it as $1=… or in the environment." "$1 داده نشده است: آن را به شکل $1=… یا در محیط بدهید."
}

languages=$(for one in "$here"/locales/*.ftl; do basename "$one" .ftl; done | tr '\n' ' ')
while :; do
  if [ -z "$(setting SHOP_LANGUAGE)" ] && can_ask; then
    ask "Language of the shop, for people whose Telegram tells none: $languages(empty: fa)" "زبان فروشگاه، برای کسانی که تلگرام زبانشان را نمی‌گوید: $languages(خالی: fa)"
    set_in "$settings" "SHOP_LANGUAGE=${answer:-fa}"
  fi
  language=$(setting SHOP_LANGUAGE)
  case " $languages" in *" ${language:-fa} "*) break ;; esac
  say "The bot speaks $languages" "ربات به این زبان‌ها سخن می‌گوید: $languages"
  set_in "$settings" SHOP_LANGUAGE=
  can_ask || exit 1
done

while :; do
  if [ -z "$(setting BOT_TOKEN)" ]; then
    need BOT_TOKEN
    ask 'Token of the bot, from @BotFather:' 'توکن ربات از @BotFather:'
    [ -n "$answer" ] || fail 'Without a token there is no bot.' 'بدون توکن ربات کار نمی‌کند.'
    set_in "$settings" "BOT_TOKEN=$answer"
  fi
  # Telegram is asked before the gateway is known.
  if [ -n "$(setting GATEWAY_URL)" ] && [ -n "$(setting GATEWAY_TOKEN)" ]; then
    check telegram && break
  else
    check telegram GATEWAY_URL=http://127.0.0.1:9 GATEWAY_TOKEN=unknown && break
  fi
  can_ask || exit 1
  ask 'Another token; or a proxy to reach Telegram (socks5://… or http://…); empty: go on as it is:' 'توکن دیگر؛ یا پروکسی برای تلگرام (socks5://… یا http://…)؛ خالی: با همین ادامه:'
  case $answer in
    '') break ;;
    *://*) set_in "$settings" "TELEGRAM_PROXY=$answer" ;;
    *) set_in "$settings" "BOT_TOKEN=$answer" ;;
  esac
done

while :; do
  if [ -z "$(setting GATEWAY_URL)" ]; then
    need GATEWAY_URL
    ask 'Address of the gateway (https://…):' 'نشانی وب‌سرویس فروش (https://…):'
    [ -n "$answer" ] || fail 'Without a gateway there is nothing to sell.' 'بدون وب‌سرویس فروش چیزی برای فروش نیست.'
    set_in "$settings" "GATEWAY_URL=$answer"
  fi
  if [ -z "$(setting GATEWAY_TOKEN)" ]; then
    need GATEWAY_TOKEN
    ask 'Access token of the gateway:' 'توکن وب‌سرویس فروش:'
    [ -n "$answer" ] || fail 'Without its token the gateway refuses us.' 'بدون توکن، وب‌سرویس فروش ما را نمی‌پذیرد.'
    set_in "$settings" "GATEWAY_TOKEN=$answer"
  fi
  if check gateway; then break; fi
  can_ask || exit 1
  ask 'Another address (https://…) or another token; empty: go on as it is:' 'نشانی دیگر (https://…) یا توکن دیگر؛ خالی: با همین ادامه:'
  case $answer in
    '') break ;;
    *://*) set_in "$settings" "GATEWAY_URL=$answer" ;;
    *) set_in "$settings" "GATEWAY_TOKEN=$answer" ;;
  esac
done

# Online payments need HTTPS; the rest does not.
if [ -z "$domain" ] && [ -z "$(setting PUBLIC_URL)" ] && can_ask; then
  ask 'Domain of this server, for HTTPS and online payments; empty: none, or later with sharj https:' 'دامنهٔ این سرور برای HTTPS و پرداخت آنلاین؛ خالی: ندارم، یا بعداً با sharj https:'
  domain=$answer
fi
while [ -n "$domain" ] && ! check_domain "$domain"; do
  can_ask || exit 1
  ask 'Another domain; empty: go on without HTTPS:' 'دامنهٔ دیگر؛ خالی: بدون HTTPS ادامه:'
  domain=$answer
done

if [ "$settings" != "$final" ]; then mv "$settings" "$final"; fi
settings=$final

if has_systemd; then
  place_unit "$here"
  systemctl enable sharj@1
else
  say 'There is no systemd here: after a restart of the machine, run: sharj start' 'اینجا systemd نیست: پس از روشن شدن دوبارهٔ دستگاه بنویسید: sharj start'
fi
if [ $start = no ]; then
  say 'Installed. Start it: sharj start' 'نصب شد. برای روشن کردن: sharj start'
  if [ -n "$domain" ]; then say "Then: sharj https $domain" "سپس: sharj https $domain"; fi
  exit 0
fi
sharj=$root/usr/local/bin/sharj
"$sharj" --lang "$lang" restart
"$sharj" --lang "$lang" ready || fail 'Why: sharj check, sharj logs' 'دلیل: sharj check و sharj logs'
if [ -n "$domain" ]; then
  "$sharj" --lang "$lang" https "$domain" || say "HTTPS is not set up: sharj https $domain" "HTTPS آماده نشد: sharj https $domain"
fi
"$sharj" --lang "$lang" owner
