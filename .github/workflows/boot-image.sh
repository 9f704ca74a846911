#!/usr/bin/env bash
# Boots an image beside a local Telegram and a sandbox gateway of its own, and asks it for /readyz: boot-image.sh IMAGE
set -euo pipefail
image=$1
node=/opt/sharj/bin/node
started=()
trap 'docker rm -f "${started[@]}" >/dev/null' EXIT
run() { started+=("$(docker run -d --network host "$@")"); }
run -e PORT=8090 "$image" "$node" /opt/sharj/src/main.ts gateway
run "$image" "$node" /opt/sharj/packages/local-telegram/src/cli.ts --port 8081
run -e PORT=8080 -e BOT_TOKEN=7000000001:local-telegram -e BOT_API_ROOT=http://127.0.0.1:8081 \
  -e GATEWAY_URL=http://127.0.0.1:8090 -e GATEWAY_TOKEN=sandbox "$image"
if timeout 60 sh -c 'until curl -fsS http://127.0.0.1:8080/readyz; do sleep 1; done'; then exit; fi
docker logs "${started[-1]}"
exit 1
