/** The commands of `./npc-stream`, each a script of the same name. */
export const COMMANDS = [
  'backup',
  'restore',
  'doctor',
  'forget',
  'invite',
  'sql',
  'stream-key',
  'stream-hook',
  'donate',
  'camera',
]

const FILES = [
  'package.json',
  'README.md',
  'CHANGELOG.md',
  'LICENSE',
  ...COMMANDS.map((name) => `scripts/${name}.ts`),
]
const FOLDERS = ['app', 'db', 'deploy', 'docs', 'media', 'scripts/camera', 'scripts/support', 'server']
/** The build contains the screens and their styles, and Node.js cannot read them. */
const ONLY_FOR_THE_BUILD = /\.(tsx|css|svg|d\.ts)$/
const TEST = /\.test\.ts$/

/** Whether a file of the repository is part of a release. */
export function isShippedSource(path: string): boolean {
  if (FILES.includes(path)) return true
  if (!isIn(FOLDERS, path)) return false
  return !TEST.test(path) && !(path.startsWith('app/') && ONLY_FOR_THE_BUILD.test(path))
}

/** Their code is in the build, as far as pages and browsers need it. */
const BUNDLED = ['hls.js', 'lucide-react', 'uqr', '@wallet-standard', '@fontsource-variable']
const FOR_DEVELOPERS = ['typescript', '@typescript', '@types', 'csstype', 'undici-types', '.bin']
const UNUSED_FOLDERS = /\/(include|pkgconfig|tests?|__tests__|docs?|examples?|benchmarks?|\.\w+)\//
/** Types, source maps, C headers, libraries to link with, texts for developers. */
const UNUSED_FILES = /\.(ts|mts|cts|map|h|a|md|markdown|ya?ml|flow)$/
/** Variants of a package's code for other engines. Those for development stay: Node.js reads React's exports there. */
const UNUSED_VARIANTS = /\.(browser|native|edge|bun)\.[\w.]*[cm]?js$/
/** Whoever distributes a package passes its licence on, also when its code is only in the build. That of libvips is in its readme. */
const LICENCE = /\/(licen[cs]e|copying|notice)[\w-]*(\.(md|txt))?$|\/sharp-libvips-[\w-]+\/README\.md$/i

/** Whether a file in `node_modules` is part of a release; the path begins with the package. */
export function isShippedDependency(path: string): boolean {
  if (path === '.bin/node') return true
  if (isIn(FOR_DEVELOPERS, path)) return false
  if (LICENCE.test(path)) return true
  if (isIn(BUNDLED, path)) return false
  return ![UNUSED_FOLDERS, UNUSED_FILES, UNUSED_VARIANTS].some((unused) => unused.test(path))
}

function isIn(folders: string[], path: string): boolean {
  return folders.some((folder) => path.startsWith(`${folder}/`))
}
