# Sourced by the other scripts: finds the toolchain and installs the Debian packages that are missing.
# Prints the one command to run where it may not install anything itself.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"

packages=(libsqlite3-dev libcurl4-openssl-dev libxml2-dev libssl-dev zlib1g-dev tzdata ca-certificates)

# Tests over real sockets have bounds of their own and run one after another; the others compute, and
# run side by side.
# shellcheck disable=SC2034  # used by those who source this
live='ReactorTests|HTTPServerTests|HTTPClientTests|WebTests|JourneyTests|MockFleetTests'

say() { printf '%s\n' "$*" >&2; }

if ! command -v swift >/dev/null 2>&1; then
    say "Swift 6.2 or newer is needed and was not found on PATH."
    exit 1
fi

missing=()
for package in "${packages[@]}"; do
    status=$(dpkg-query -W -f='${Status}' "$package" 2>/dev/null || true)
    [ "$status" = "install ok installed" ] || missing+=("$package")
done

if [ "${#missing[@]}" -gt 0 ]; then
    install="apt-get update && apt-get install -y --no-install-recommends ${missing[*]}"
    if ! command -v apt-get >/dev/null 2>&1; then
        say "These libraries are missing: ${missing[*]} (names as in Debian)."
        exit 1
    elif [ "$(id -u)" = 0 ]; then
        say "Installing ${missing[*]}"
        export DEBIAN_FRONTEND=noninteractive
        sh -c "$install" >&2
    elif command -v sudo >/dev/null 2>&1 && { sudo -n true 2>/dev/null || [ -t 0 ]; }; then
        say "Installing ${missing[*]} with sudo"
        sudo env DEBIAN_FRONTEND=noninteractive sh -c "$install" >&2
    else
        say "Packages are missing and this user may not install them. Run once as root:"
        say "  $install"
        exit 1
    fi
fi
