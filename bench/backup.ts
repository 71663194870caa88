import { execFile } from 'node:child_process'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { findRunningPostgres } from '../app/platform/embedded-postgres/embedded-postgres.server.ts'
import { temporaryFolder } from '../scripts/support/temporary-folder.ts'
import { buildIfStale } from '../server/build-site.ts'
import { SOL, testLedger } from '../tests/support/ledger/test-ledger.ts'
import { startSite } from '../tests/support/site/site-process.ts'
import { testEnvironment } from '../tests/support/site/test-environment.ts'
import { waitFor } from '../tests/support/wait-for.ts'
import { UNLIMITED_VOTES, voteOverHttp } from './loads/vote-load.ts'
import { printTable } from './support/print-table.ts'

const VOTES = 1_000_000
const DONATIONS = 100_000
const LAMPORTS_EACH = 1_000_000n
const VOTES_PER_SECOND = 200
const PAYMENT_EVERY_MS = 500
const LOAD_S = 40
const CATCH_UP_MS = 120_000

const VOTER = '192.0.2.1'
const SCRIPTS = fileURLToPath(new URL('../scripts/', import.meta.url))

// A large site is backed up while people vote and donate, lost, and restored.
await buildIfStale()
const folder = await temporaryFolder()
const ledger = await testLedger()
const dataDir = join(folder.path, 'data')
const file = join(folder.path, 'site.backup')
const variables = {
  ...UNLIMITED_VOTES,
  DATA_DIR: dataDir,
  SOLANA_RPC_URL: ledger.rpcUrl,
  SOLANA_NETWORK: 'localnet',
  DONATION_ADDRESS: ledger.recipient.address,
}
let site = startSite(variables)
try {
  let url = await site.opened
  await like(url)
  await inDatabase(fill)
  const paid = { lamports: 0n, isOver: false }
  const paying = payAgainAndAgain(paid)
  const voting = voteOverHttp(url, { callers: 8, seconds: LOAD_S, perSecond: VOTES_PER_SECOND })
  await sleep(2_000)
  const backupS = await timeScript('backup.ts')
  const { votes, p99Ms } = await voting
  paid.isOver = true
  await paying
  await site.stop('SIGKILL')
  await rm(dataDir, { recursive: true })

  const restoreS = await timeScript('restore.ts')
  site = startSite(variables)
  url = await site.opened
  const expected = BigInt(DONATIONS) * LAMPORTS_EACH + paid.lamports
  const startedAt = performance.now()
  await waitFor(
    'the payments since the backup',
    async () => (await inDatabase(readCounts)).lamports === expected,
    CATCH_UP_MS,
  )
  const caughtUpS = (performance.now() - startedAt) / 1_000
  const before = await inDatabase(readCounts)
  await like(url)
  const after = await inDatabase(readCounts)
  printTable(
    [`${VOTES.toLocaleString('en')} votes, ${DONATIONS.toLocaleString('en')} donations`, ''],
    [
      ['backup', `${backupS.toFixed(1)} s, ${((await stat(file)).size / 1e6).toFixed(0)} MB`],
      ['votes meanwhile', `${(votes / LOAD_S).toFixed(0)}/s, p99 ${p99Ms} ms`],
      ['restore', `${restoreS.toFixed(1)} s`],
      ['payments since the backup found', `after ${caughtUpS.toFixed(1)} s`],
      ['sum, lamports', `${before.lamports}, on the chain and filled in ${expected}`],
      ['votes, counter and rows', `${before.counter}, ${before.rows}`],
      ['after a second vote of the same visitor', `${after.counter}, ${after.rows}`],
    ],
  )
} finally {
  await site.stop('SIGKILL')
  await ledger.close()
  await folder.remove()
}

async function like(address: string): Promise<void> {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': VOTER }
  const body = JSON.stringify({ vote_type: 'like' })
  await fetch(`${address}/api/npcs/1/vote`, { method: 'PUT', headers, body })
}

async function payAgainAndAgain(paid: { lamports: bigint; isOver: boolean }): Promise<void> {
  while (!paid.isOver) {
    await ledger.pay(SOL / 100n)
    paid.lamports += SOL / 100n
    await sleep(PAYMENT_EVERY_MS)
  }
}

async function timeScript(name: string): Promise<number> {
  const startedAt = performance.now()
  await promisify(execFile)(process.execPath, [join(SCRIPTS, name), file], {
    env: { PATH: testEnvironment.path, HOME: testEnvironment.home, DATA_DIR: dataDir },
  })
  return (performance.now() - startedAt) / 1_000
}

async function inDatabase<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: await findRunningPostgres(dataDir) })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function fill(client: pg.Client): Promise<void> {
  await client.query(
    `insert into npc_votes (npc_id, user_ip, vote_type)
     select 1, encode(sha256(number::text::bytea), 'hex'), 'like' from generate_series(1, $1::int) number`,
    [VOTES],
  )
  await client.query('update npcs set likes = likes + $1 where id = 1', [VOTES])
  await client.query(
    `insert into donations (npc_id, username, lamports, tx_hash, verified, slot, receiving_account_id)
     select 1, 'donor ' || number, $2, encode(sha512(number::text::bytea), 'base64'), true, 0,
       (select max(id) from receiving_accounts)
     from generate_series(1, $1::int) number`,
    [DONATIONS, LAMPORTS_EACH],
  )
}

async function readCounts(client: pg.Client) {
  const { rows } = await client.query<{ counter: number; rows: number; lamports: string }>(
    `select (likes + dislikes)::int as counter,
       (select count(*)::int from npc_votes where npc_id = 1) as rows,
       (select sum(lamports)::text from donations where verified) as lamports
     from npcs where id = 1`,
  )
  const { counter = 0, rows: counted = 0, lamports = '0' } = rows[0] ?? {}
  return { counter, rows: counted, lamports: BigInt(lamports) }
}
