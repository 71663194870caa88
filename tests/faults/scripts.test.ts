// Same on any database: once is enough.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createSolanaRpc } from '@solana/kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readLedgerWallet } from '../../app/platform/embedded-ledger/ledger/ledger-wallet.server.ts'
import { freePort } from '../../app/platform/network/free-port.server.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { temporaryFolder } from '../../scripts/support/temporary-folder.ts'
import { type RunningSite, runSite } from '../support/site/running-site.ts'
import { scriptVariables } from '../support/site/site-variables.ts'
import { testEnvironment } from '../support/site/test-environment.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const scripts: Record<string, string> = packageJson.scripts
const run = promisify(execFile)

let site: RunningSite

beforeAll(async () => {
  site = await runSite()
})

afterAll(() => site.close())

type Result = { code: number; out: string; err: string }

/** The file that `npm run <name>` starts. */
const fileOf = (name: string) => join(ROOT, /\S+\.ts$/.exec(scripts[name] ?? '')?.[0] ?? `no script ${name}`)

async function runScript(name: string, args: string[], variables: Record<string, string>): Promise<Result> {
  const env = { PATH: testEnvironment.path, HOME: testEnvironment.home, ...variables }
  return run(process.execPath, [fileOf(name), ...args], { env }).then(
    ({ stdout, stderr }) => ({ code: 0, out: stdout, err: stderr }),
    ({ code, stdout, stderr }) => ({ code, out: stdout, err: stderr }),
  )
}

const onSite = () => scriptVariables(site)

test.each([
  'stream-key',
  'donate',
  'demo',
  'stream-hook',
  'sql',
  'screenshots',
  'build',
  'check:platforms',
  'audit',
  'doctor',
  'forget',
  'invite',
])('%s --help prints its usage', async (name) => {
  const { code, out } = await runScript(name, ['--help'], {})
  expect(code).toBe(0)
  expect(out).toContain('Usage: ')
})

test('stream-key prints the addresses that the site actually listens on', async () => {
  const { code, out } = await runScript('stream-key', ['2'], onSite())
  expect(code).toBe(0)
  expect(out).toMatch(new RegExp(`^Server {6}rtmp://localhost:${site.rtmpPort}/live$`, 'm'))
  expect(out).toMatch(new RegExp(`^Browser {5}${site.url}/go-live#\\S+$`, 'm'))
  expect(out).not.toContain('No site runs')
})

test('donate needs only DATA_DIR to pay and to report to the site', async () => {
  const { code, out } = await runScript('donate', ['0.5', '--name', 'Ann'], onSite())
  expect(code).toBe(0)
  expect(out).toContain('The site recorded the donation of Ann')
})

test('donate pays nothing when no site answers', async () => {
  const wallet = await readLedgerWallet(`${site.dataDir}/ledger`)
  const rpc = createSolanaRpc(/ledger at (\S+),/.exec(site.output().out)?.[1] ?? '')
  const before = await rpc.getBalance(wallet.address).send()
  const nowhere = `http://localhost:${await freePort()}`
  const { code, err } = await runScript('donate', ['0.5', '--site', nowhere], onSite())
  expect(code).toBe(1)
  expect(err).toContain(`No site answers at ${nowhere}, so nothing was paid`)
  expect((await rpc.getBalance(wallet.address).send()).value).toBe(before.value)
})

test('sql runs a statement on the database of the site', async () => {
  const update = await runScript('sql', ["update npcs set description = 'By SQL' where id = 3"], onSite())
  expect(update).toMatchObject({ code: 0, out: 'UPDATE 1\n' })
  const read = await runScript('sql', ['select description from npcs where id = 3'], onSite())
  expect(read.out).toContain('By SQL')
  const wrong = await runScript('sql', ['select nonsense'], onSite())
  expect(wrong).toMatchObject({ code: 1, err: 'column "nonsense" does not exist\n' })
})

test('stream-hook says what to set when it has no secret', async () => {
  const without = await runScript('stream-hook', ['mediamtx'], onSite())
  expect(without.code).toBe(1)
  expect(without.err).toContain('STREAM_HOOK_SECRET is not set')
  expect(without.err).toContain('export STREAM_HOOK_SECRET=')
  const secret = { STREAM_HOOK_SECRET: 'x'.repeat(32) }
  const { code, out } = await runScript('stream-hook', ['mediamtx'], { ...onSite(), ...secret })
  expect(code).toBe(0)
  expect(out).toContain(`${site.url}/api/hooks/mediamtx?token=`)
})

test.each(['stream-key', 'donate', 'sql'])('%s says in one sentence that no site runs', async (name) => {
  const folder = await temporaryFolder()
  const args = { 'stream-key': ['1'], donate: ['0.5'], sql: ['select 1'] }[name] ?? []
  const { code, err } = await runScript(name, args, { DATA_DIR: folder.path })
  expect(code).toBe(1)
  expect(err.trimEnd().split('\n')).toHaveLength(1)
  expect(err).toMatch(new RegExp(`no site .*runs on ${folder.path}`, 'i'))
  await folder.remove()
})

test('forget says what it would do, and does it only with --yes', async () => {
  const { out: paid } = await runScript('donate', ['0.25', '--name', 'Zoe'], onSite())
  const txHash = paid.trim().split('\n').at(-1) ?? ''
  const first = await runScript('forget', ['Zoe'], onSite())
  expect(first.code).toBe(0)
  expect(first.out).toContain(`0.25 SOL  ${txHash}`)
  expect(first.out).toContain('Nothing has been changed')
  const nameOf = async () =>
    (await site.database.query('select username from donations where tx_hash = $1', [txHash])).rows[0]
      .username
  expect(await nameOf()).toBe('Zoe')
  expect((await runScript('forget', ['Zoe', '--yes'], onSite())).out).toContain('Done.')
  expect(await nameOf()).toBe('Anonymous')
  expect((await runScript('forget', ['Zoe', '--yes'], onSite())).out).toContain('keeps nothing about Zoe')
  expect((await runScript('forget', ['Anonymous'], onSite())).code).toBe(1)
})

test('forget takes the votes of an address back', async () => {
  await fetch(`${site.url}/api/npcs/2/vote`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: '{"vote_type":"like"}',
  })
  const likes = async () => (await site.database.query('select likes from npcs where id = 2')).rows[0].likes
  expect((await runScript('forget', ['127.0.0.1'], onSite())).out).toContain('no longer count: 1.')
  expect(await likes()).toBe(1)
  expect((await runScript('forget', ['::ffff:127.0.0.1', '--yes'], onSite())).out).toContain('Done.')
  expect(await likes()).toBe(0)
})
