#!/bin/sh
# Makes the container image npc-stream from a release archive, with Debian's packages mmdebstrap and buildah:
#   deploy/build-container.sh npc-stream-0.1.0-linux-x64.tar.gz
set -eu
archive=$(readlink -f "$1")
here=$(dirname "$(readlink -f "$0")")
context=$(mktemp -d)
trap 'rm -rf "$context"' EXIT
mkdir "$context/data"
# Node.js needs the C++ library, PostgreSQL's initdb a shell, and ./npc-stream a shell and readlink.
mmdebstrap --quiet --variant=extract --include=base-files,coreutils,dash,libstdc++6 bookworm "$context/root"
mkdir -p "$context/root/opt/npc-stream"
tar -xzf "$archive" --strip-components=1 -C "$context/root/opt/npc-stream"
# PostgreSQL refuses to run as a user without a name.
echo 'npc-stream:x:10001:10001:NPC Stream:/data:/bin/sh' > "$context/root/etc/passwd"
echo 'npc-stream:x:10001:' > "$context/root/etc/group"
buildah build --file "$here/Containerfile" --tag npc-stream "$context"
