#!/bin/sh
# ./npc-stream starts the site; ./npc-stream backup FILE and the like run its commands.
set -eu
here=$(dirname "$(readlink -f "$0")")
node="$here/node_modules/.bin/node"
export NODE_ENV=production
if [ $# -eq 0 ]; then
  exec "$node" "$here/server/start.js"
fi
command=$1
case $command in
  *[!a-z-]*) ;;
  *)
    if [ -f "$here/scripts/$command.ts" ]; then
      shift
      exec "$node" "$here/scripts/$command.ts" "$@"
    fi
    ;;
esac
echo "Usage: $0 starts the site. Its commands, each with --help:" >&2
for script in "$here"/scripts/*.ts; do echo "  $0 $(basename "$script" .ts)" >&2; done
exit 1
