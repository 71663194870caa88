// Same on any database: the embedded one is lost, and restored on a server as well.
import { execFile } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest'
import { findRunningPostgres } from '../../app/platform/embedded-postgres/embedded-postgres.server.ts'
import { type TemporaryFolder, temporaryFolder } from '../../scripts/support/temporary-folder.ts'
import { emptyDatabase } from '../support/database/test-database.ts'
import { SOL, type TestLedger, testLedger } from '../support/ledger/test-ledger.ts'
import { type SiteProcess, startSite } from '../support/site/site-process.ts'
import { COMPILE_CACHE } from '../support/site/site-variables.ts'
import { testEnvironment } from '../support/site/test-environment.ts'
import { until } from '../support/until.ts'

const SCRIPTS = fileURLToPath(new URL('../../scripts/', import.meta.url))
const VOTERS = 60
const VOTERS_AT_ONCE = 20

const run = promisify(execFile)

let folder: TemporaryFolder
let dataDir: string
let file: string
let ledger: TestLedger

beforeEach(async () => {
  folder = await temporaryFolder()
  dataDir = join(folder.path, 'data')
  file = join(folder.path, 'site.backup')
  ledger = await testLedger()
})

afterEach(async () => {
  await ledger.close()
  await folder.remove()
})

type Variables = Record<string, string>

function start(variables: Variables): SiteProcess {
  const site = startSite({
    TRUST_PROXY: '127.0.0.1',
    SOLANA_RPC_URL: ledger.rpcUrl,
    SOLANA_NETWORK: 'localnet',
    DONATION_ADDRESS: ledger.recipient.address,
    ...variables,
  })
  onTestFinished(async () => void (await site.stop('SIGKILL')))
  return site
}

async function runScript(name: string, variables: Variables): Promise<string> {
  const env = { PATH: testEnvironment.path, HOME: testEnvironment.home, ...COMPILE_CACHE, ...variables }
  return (await run(process.execPath, [join(SCRIPTS, name), file], { env })).stdout
}

function like(site: string, voter: number): Promise<Response> {
  return fetch(`${site}/api/npcs/1/vote`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.${voter >> 8}.${voter & 255}.1` },
    body: JSON.stringify({ vote_type: 'like' }),
  })
}

async function vote(site: string, voters: number[]): Promise<void> {
  for (let first = 0; first < voters.length; first += VOTERS_AT_ONCE)
    await Promise.all(voters.slice(first, first + VOTERS_AT_ONCE).map((voter) => like(site, voter)))
}

async function totalOf(site: string): Promise<number> {
  const { total } = (await (await fetch(`${site}/api/npcs/1/donations`)).json()) as { total: number }
  return total
}

async function inDatabase<T>(url: string | undefined, statement: string): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(statement)
  await client.end()
  return rows[0]
}

const COUNTS = `select (select likes::int from npcs where id = 1) as counter,
  (select count(*)::int from npc_votes where npc_id = 1 and vote_type = 'like') as rows`

describe.skipIf(testEnvironment.databaseServer !== undefined)('after the loss of the machine', () => {
  test.each(['a new data folder', 'a database server'])(
    '%s has everything again, and the payments since the backup',
    async (place) => {
      const first = start({ DATA_DIR: dataDir })
      const address = await first.opened
      await ledger.pay(SOL / 10n)
      await until(async () => (await totalOf(address)) === 0.1)
      const voters = Array.from({ length: VOTERS }, (_, voter) => voter)
      const voting = vote(address, voters)
      const [, text] = await Promise.all([voting, runScript('backup.ts', { DATA_DIR: dataDir })])
      expect(text).toMatch(/site\.backup: \d+\.\d MB/)
      await ledger.pay(SOL / 5n)
      await until(async () => (await totalOf(address)) === 0.3)
      await first.stop('SIGKILL')
      // Its PostgreSQL may still be writing.
      await rm(dataDir, { recursive: true, maxRetries: 20, retryDelay: 100 })

      const server = place === 'a database server' ? await emptyDatabase(inject('databaseServer')) : undefined
      onTestFinished(() => server?.drop())
      const variables: Variables = { DATA_DIR: dataDir, ...(server && { DATABASE_URL: server.url }) }
      const said = await runScript('restore.ts', variables)
      const [secretFile] = /\S+visitor-secret/.exec(said) ?? []
      const second = start({
        ...variables,
        ...(secretFile && { VISITOR_SECRET: await readFile(secretFile, 'utf8') }),
      })
      const restored = await second.opened
      await until(async () => (await totalOf(restored)) === 0.3)
      const databaseUrl = server?.url ?? (await findRunningPostgres(dataDir))
      const { counter, rows } = await inDatabase<{ counter: number; rows: number }>(databaseUrl, COUNTS)
      expect(counter).toBe(rows)
      await vote(restored, voters)
      expect(await inDatabase(databaseUrl, COUNTS)).toEqual({ counter: VOTERS, rows: VOTERS })
    },
  )
})
