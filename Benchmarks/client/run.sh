#!/usr/bin/env bash
# What a call of a 50 KB page over TLS costs our HTTP client: HTTP/1.1, HTTP/2 with a connection for
# each exchange, and HTTP/2 with shared connections, at 1, 16 and 64 calls at once.
set -euo pipefail
if [ "${1:-}" = --help ]; then
    echo "Usage: Benchmarks/client/run.sh [calls a measurement, default 4000]"
    echo "Prints calls a second, microseconds of CPU a call, connections opened and failures."
    echo "Needs Debian's nginx-light and openssl. Nothing else should run meanwhile."
    exit 0
fi
cd "$(dirname "$0")/../.."
root=$PWD calls=${1:-4000}
work=$(mktemp -d)
plain=18491 multi=18492
nginx_pid=
finish() {
    [ -z "$nginx_pid" ] || kill -QUIT "$nginx_pid" 2>/dev/null || true
    wait 2>/dev/null || true
    rm -rf "$work"
}
trap finish EXIT

# A package of the client alone, since its modules are no products of ours.
build=$root/.build/client-benchmark
mkdir -p "$build/Sources"
for name in CSystem CCurl CZlib Telemetry Compression Reactor HTTPClient; do
    ln -sfn "$root/Sources/$name" "$build/Sources/$name"
done
ln -sfn "$root/Benchmarks/client" "$build/Sources/measure"
{
    sed '/^\/\/ C libraries, each/,$d' Package.swift
    cat <<'MANIFEST'
let package = Package(
    name: "measure",
    targets: [
        .systemLibrary(name: "CSystem", path: "Sources/CSystem"),
        system("CCurl", "libcurl", "libcurl4-openssl-dev"), system("CZlib", "zlib", "zlib1g-dev"),
        library("Telemetry"), library("Compression", ["CZlib"]), library("Reactor", ["CSystem"]),
        library("HTTPClient", ["Reactor", "Telemetry", "Compression", "CCurl"]),
        .executableTarget(
            name: "measure", dependencies: ["HTTPClient", "Reactor"], path: "Sources/measure",
            exclude: ["run.sh"], swiftSettings: settings),
    ])
MANIFEST
} >"$build/Package.swift"
swift build -j 2 -c release --package-path "$build" --product measure >&2

openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 \
    -keyout "$work/key" -out "$work/pem" -subj /CN=localhost \
    -addext subjectAltName=DNS:localhost 2>/dev/null
mkdir "$work/www"
head -c 50000 /dev/urandom >"$work/www/page"
cat >"$work/nginx.conf" <<CONF
worker_processes 1; daemon off; pid $work/nginx.pid; error_log $work/error.log;
events { worker_connections 1024; }
http { access_log off; sendfile on; keepalive_requests 1000000;
  ssl_certificate $work/pem; ssl_certificate_key $work/key;
  client_body_temp_path $work/t1; proxy_temp_path $work/t2; fastcgi_temp_path $work/t3;
  uwsgi_temp_path $work/t4; scgi_temp_path $work/t5;
  server { listen 127.0.0.1:$plain ssl; root $work/www; }
  server { listen 127.0.0.1:$multi ssl http2; root $work/www; } }
CONF
chmod -R a+rX "$work"
nginx -p "$work" -c "$work/nginx.conf" 2>/dev/null &
nginx_pid=$!
for _ in $(seq 50); do
    curl -sf --cacert "$work/pem" "https://localhost:$plain/page" >/dev/null && break
    sleep 0.1
done

printf '%-16s %8s %10s %10s %12s %9s\n' protocol 'at once' calls/s 'us a call' connections failures
for width in 1 16 64; do
    for kind in "http/1.1 $plain own" "h2-own $multi own" "h2-shared $multi shared"; do
        read -r name port sharing <<<"$kind"
        read -r rate cost opened failed <<<"$("$build/.build/release/measure" \
            "https://localhost:$port/page" "$work/pem" "$sharing" "$width" "$calls")"
        printf '%-16s %8d %10d %10d %12d %9d\n' "$name" "$width" "$rate" "$cost" "$opened" "$failed"
    done
done
