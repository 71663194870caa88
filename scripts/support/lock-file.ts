import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

type LockEntry = {
  version?: string
  integrity?: string
  resolved?: string
  link?: boolean
  inBundle?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
}
export type LockFile = { packages: Record<string, LockEntry> }
export type Platform = { os: string; cpu: string; libc?: string }

export const SUPPORTED_PLATFORMS: readonly Platform[] = [
  { os: 'linux', cpu: 'x64', libc: 'glibc' },
  { os: 'linux', cpu: 'arm64', libc: 'glibc' },
  { os: 'darwin', cpu: 'x64' },
  { os: 'darwin', cpu: 'arm64' },
]

const LOCK_FILE = fileURLToPath(new URL('../../package-lock.json', import.meta.url))
const NATIVE_NAME = /(^|[-/])(linux|darwin|win32|freebsd|android)([-/]|$)/
/** Its owner works without it on other systems. */
const OPTIONAL = new Set(['fsevents'])
/** A library in a package of its own beside the binary that loads it, such as sharp's libvips. */
const LIBRARY = /-(lib[a-z]+)-/

export async function readLockFile(path = LOCK_FILE): Promise<LockFile> {
  return JSON.parse(await readFile(path, 'utf8'))
}

/** A bundled package is covered by the integrity of the package that contains it. */
export function listWithoutIntegrity({ packages }: LockFile): string[] {
  return Object.entries(packages)
    .filter(([path, { integrity, link, inBundle }]) => path !== '' && !integrity && !link && !inBundle)
    .map(([path]) => path)
}

/** A dependency with one package per platform, such as the project's own Node.js. */
export type NativeFamily = { name: string; packages: { path: string; entry: LockEntry | undefined }[] }

export function listNativeFamilies({ packages }: LockFile): NativeFamily[] {
  const families = new Map<string, NativeFamily>()
  for (const [owner, { optionalDependencies = {}, os }] of Object.entries(packages)) {
    // A binary names its library again; the owner of both lists them for every platform.
    if (os !== undefined) continue
    for (const dependency of Object.keys(optionalDependencies)) {
      const path = findPath(packages, owner, dependency)
      const entry = packages[path]
      if (OPTIONAL.has(dependency) || !isNative(dependency, entry)) continue
      // The project itself has several families; every other owner has one, its own binary, and perhaps a library.
      const [, library] = LIBRARY.exec(dependency) ?? []
      const name = owner === '' ? stemOf(dependency) : library ? `${owner}, ${library}` : owner
      const family = families.get(name) ?? { name, packages: [] }
      family.packages.push({ path, entry })
      families.set(name, family)
    }
  }
  return [...families.values()]
}

/** The packages of a family that npm installs on a platform; if there is none, it is missing there. */
export function packagesFor({ packages }: NativeFamily, platform: Platform): string[] {
  return packages.filter(({ entry }) => entry && fits(entry, platform)).map(({ path }) => path)
}

export function describePlatform({ os, cpu }: Platform): string {
  return `${os}-${cpu}`
}

/** Like npm: in the nearest node_modules on the way up. */
function findPath(packages: LockFile['packages'], owner: string, dependency: string): string {
  const segments = owner === '' ? [] : owner.split('/node_modules/')
  for (let depth = segments.length; depth > 0; depth -= 1) {
    const path = `${segments.slice(0, depth).join('/node_modules/')}/node_modules/${dependency}`
    if (packages[path]) return path
  }
  return `node_modules/${dependency}`
}

function isNative(name: string, entry: LockEntry | undefined): boolean {
  return entry?.os !== undefined || entry?.cpu !== undefined || NATIVE_NAME.test(name)
}

function stemOf(name: string): string {
  return name.split(/[-/](?=(?:bin-)?(?:linux|darwin)-)/)[0] ?? name
}

function fits({ os, cpu, libc }: LockEntry, platform: Platform): boolean {
  return allows(os, platform.os) && allows(cpu, platform.cpu) && allows(libc, platform.libc)
}

function allows(listed: string[] | undefined, value: string | undefined): boolean {
  return listed === undefined || value === undefined || listed.includes(value)
}
