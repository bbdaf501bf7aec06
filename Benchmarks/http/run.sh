#!/usr/bin/env bash
# CPU time a request costs the gateway, beside nginx serving a static file of the same size in the same
# run on the same machine. Ratios matter, not the figures; nothing else should run meanwhile.
# Needs Debian's nginx-light and wrk. Usage: Benchmarks/http/run.sh [seconds a measurement, default 5]
set -euo pipefail
cd "$(dirname "$0")/../.."
seconds=${1:-5}
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

swift build -c release --product tributary >&2
.build/release/tributary demo --port $port --mocks-port $mocks --scenario calm --data "$work/data" \
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
worker_processes 2; daemon off; pid $work/nginx.pid; error_log $work/logs/error.log;
events { worker_connections 1024; }
http { access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000;
  client_body_temp_path $work/t1; proxy_temp_path $work/t2; fastcgi_temp_path $work/t3;
  uwsgi_temp_path $work/t4; scgi_temp_path $work/t5;
  server { listen 127.0.0.1:$static; root $work/www; default_type application/json; } }
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
# Microseconds of CPU a request of url costs the process.
cost() {
    local pid=$1 url=$2 accept=$3 before after requests
    wrk -t1 -c8 -d1s -H "Accept: $accept" "$url" >/dev/null
    before=$(cpu "$pid")
    requests=$(wrk -t1 -c8 -d"${seconds}s" -H "Accept: $accept" "$url" | awk '/requests in/ {print $1}')
    after=$(cpu "$pid")
    awk -v c=$((after - before)) -v r="$requests" 'BEGIN {printf "%.1f %d", c / r, r}'
}

printf '%-16s %10s %14s %14s %8s\n' request bytes 'tributary us' 'nginx us' ratio
for name in healthz suggest search; do
    case $name in
    healthz) url="$base/healthz" accept='*/*' ;;
    suggest) url="$suggest" accept='*/*' ;;
    search) url="$search" accept=application/x-ndjson ;;
    esac
    read -r ours _ <<<"$(cost "$(pgrep -f "tributary demo --port $port" | head -1)" "$url" "$accept")"
    read -r theirs _ <<<"$(cost "$nginx_pid" "http://127.0.0.1:$static/$name" '*/*')"
    printf '%-16s %10d %14s %14s %8s\n' "$name" "$(stat -c %s "$work/www/$name")" "$ours" "$theirs" \
        "$(awk -v a="$ours" -v b="$theirs" 'BEGIN {printf "%.2f", a / b}')"
done
