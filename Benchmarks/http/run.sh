#!/usr/bin/env bash
# What HTTP costs the gateway, beside nginx in the same run on the same machine; see --help.
set -euo pipefail
usage() {
    cat <<'HELP'
Usage: Benchmarks/http/run.sh [--seconds N] [--connections N] [--binary PATH] [part...]

Measures the gateway beside nginx serving static files of the same size. Both write an access log to a file.
Ratios matter, not the figures; nothing else should run meanwhile.

Parts (all by default):
  costs   processor time and rate of /healthz, one request at a time and 16 at once, of a suggest, and of a
          streamed search from the cache
  idle    memory of idle keep-alive connections, the process's own and the kernel's

  --seconds N       length of a measurement, default 5
  --connections N   how many are idle, default 9900 (10000 is the gateway's own limit)
  --binary PATH     a built gateway; without it a release build comes first

nginx-light, wrk and python3 are installed with apt-get where they are missing.
HELP
}
seconds=5 connections=9900 binary= parts=()
while [ $# -gt 0 ]; do
    case $1 in
    --help | -h) usage && exit ;;
    --seconds) seconds=$2 && shift ;;
    --connections) connections=$2 && shift ;;
    --binary) binary=$2 && shift ;;
    costs | idle) parts+=("$1") ;;
    *) usage >&2 && exit 2 ;;
    esac
    shift
done
[ ${#parts[@]} -gt 0 ] || parts=(costs idle)
here=$(cd "$(dirname "$0")" && pwd)
cd "$here/../.."
for tool in nginx wrk python3; do
    command -v $tool >/dev/null || missing+=("${tool/nginx/nginx-light}")
done
[ -z "${missing:-}" ] || apt-get install -y -q "${missing[@]}" >&2
ulimit -n "$(ulimit -Hn)"
work=$(mktemp -d)
port=18080 mocks=18100 static=18090
nginx_pid= demo_pid=
finish() {
    [ -z "$demo_pid" ] || kill -INT "$demo_pid" 2>/dev/null || true
    [ -z "$nginx_pid" ] || kill -QUIT "$nginx_pid" 2>/dev/null || true
    wait 2>/dev/null || true
    rm -rf "$work"
}
trap finish EXIT

if [ -z "$binary" ]; then
    swift build -c release --product tributary >&2
    binary=.build/release/tributary
fi
"$binary" demo --port $port --mocks-port $mocks --scenario calm --data "$work/data" \
    >"$work/demo.out" 2>"$work/demo.err" &
demo_pid=$!
for _ in $(seq 600); do
    curl -sf "http://127.0.0.1:$port/readyz" >/dev/null && break
    sleep 0.2
done

arrival=$(date -u -d '+45 days' +%F) departure=$(date -u -d '+47 days' +%F)
base="http://127.0.0.1:$port"
search="$base/v1/offers?placeId=geonames:2267057&checkIn=$arrival&checkOut=$departure&occupancy=2&currency=EUR&maxAgeMs=600000"
suggest="$base/v1/places/suggest?q=lisb&limit=10"

mkdir -p "$work/www" "$work/logs"
curl -s "$base/healthz" >"$work/www/healthz"
curl -s "$suggest" >"$work/www/suggest"
for _ in 1 2; do curl -sN -H 'Accept: application/x-ndjson' "$search" >"$work/www/search"; done
cat >"$work/nginx.conf" <<CONF
worker_processes 2; worker_rlimit_nofile 20000; daemon off; pid $work/nginx.pid; error_log $work/logs/error.log;
events { worker_connections 16384; }
http { access_log $work/logs/access.log; keepalive_timeout 120s; sendfile on; keepalive_requests 1000000;
  client_body_temp_path $work/t1; proxy_temp_path $work/t2; fastcgi_temp_path $work/t3;
  uwsgi_temp_path $work/t4; scgi_temp_path $work/t5;
  server { listen 127.0.0.1:$static backlog=4096; root $work/www; default_type application/json; } }
CONF
chmod -R a+rX "$work"
nginx -p "$work" -c "$work/nginx.conf" 2>/dev/null &
nginx_pid=$!
for _ in $(seq 50); do curl -sf "http://127.0.0.1:$static/healthz" >/dev/null && break; sleep 0.1; done

# User and system time of a process and its children, in microseconds.
cpu() {
    local total=0 pid ticks
    for pid in "$1" $(pgrep -P "$1" || true); do
        ticks=$(awk '{print $14 + $15}' "/proc/$pid/stat" 2>/dev/null || echo 0)
        total=$((total + ticks))
    done
    echo $((total * 1000000 / $(getconf CLK_TCK)))
}
# Microseconds of CPU a request costs the process, and requests a second: pid, url, Accept, more for wrk.
cost() {
    local pid=$1 url=$2 accept=$3 before after answer
    shift 3
    wrk -t1 -c8 -d1s -H "Accept: $accept" "$@" "$url" >/dev/null
    before=$(cpu "$pid")
    answer=$(wrk -t1 -c8 -d"${seconds}s" -H "Accept: $accept" "$@" "$url")
    after=$(cpu "$pid")
    awk -v c=$((after - before)) '/requests in/ {r = $1} /Requests\/sec/ {s = $2}
        END {printf "%.1f %.0f", c / r, s}' <<<"$answer"
}
row() {
    local name=$1 file=$2 url=$3 accept=$4 ours theirs our_rate their_rate
    shift 4
    read -r ours our_rate <<<"$(cost "$gateway" "$url" "$accept" "$@")"
    read -r theirs their_rate <<<"$(cost "$nginx_pid" "http://127.0.0.1:$static/$file" '*/*' "$@")"
    printf '%-16s %8d %14s %10s %8s %14s %12s\n' "$name" "$(stat -c %s "$work/www/$file")" "$ours" "$theirs" \
        "$(awk -v a="$ours" -v b="$theirs" 'BEGIN {printf "%.2f", a / b}')" "$our_rate" "$their_rate"
}
costs() {
    printf '%-16s %8s %14s %10s %8s %14s %12s\n' \
        request bytes 'tributary us' 'nginx us' ratio 'tributary 1/s' 'nginx 1/s'
    row healthz healthz "$base/healthz" '*/*'
    row 'healthz x16' healthz "$base/healthz" '*/*' -s "$here/pipeline.lua"
    row suggest suggest "$suggest" '*/*'
    row search search "$search" application/x-ndjson
}
idle() {
    python3 "$here/idle.py" --connections "$connections" "tributary=$gateway,$port" "nginx=$nginx_pid,$static"
}

gateway=$demo_pid
for part in "${parts[@]}"; do $part; done
