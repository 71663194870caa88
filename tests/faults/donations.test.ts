import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createSolanaRpc, generateKeyPairSigner, type KeyPairSigner } from '@solana/kit'
import { afterAll, beforeAll, expect, inject, onTestFinished, test, vi } from 'vitest'
import { type TestDatabase, testDatabase } from '../support/database/test-database.ts'
import { DOWN, faultyRpc } from '../support/ledger/faulty-rpc.ts'
import { testAccount } from '../support/ledger/test-account.ts'
import { SOL, type TestLedger, testLedger, transfer, withAccount } from '../support/ledger/test-ledger.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { type SiteProcess, startSite } from '../support/site/site-process.ts'
import { databaseVariables } from '../support/site/site-variables.ts'
import { testEnvironment } from '../support/site/test-environment.ts'
import { until } from '../support/until.ts'

const MORTAL_QUEUE = fileURLToPath(new URL('../support/ledger/mortal-queue.ts', import.meta.url))
const { isLong, seed } = testEnvironment
const RANDOM_TRANSACTIONS = isLong ? 10_000 : 300
const KILLS = 4
const DEATHS_PER_STEP = isLong ? 50 : 3

let ledger: TestLedger
let database: TestDatabase

beforeAll(async () => {
  ledger = await testLedger()
})

afterAll(() => ledger.close())

async function openDatabase(): Promise<void> {
  database = await testDatabase(inject('databaseServer'))
}

function start(rpcUrl = ledger.rpcUrl, address: string = ledger.recipient.address): SiteProcess {
  const site = startSite({
    ...databaseVariables(database.url),
    SOLANA_RPC_URL: rpcUrl,
    SOLANA_NETWORK: 'localnet',
    DONATION_ADDRESS: address,
  })
  onTestFinished(() => void site.stop('SIGKILL'))
  return site
}

function submit(site: string, username: string, tx_hash: string): Promise<Response> {
  return fetch(`${site}/api/npcs/1/donations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, amount: 0.1, tx_hash }),
  })
}

/** A busy machine sheds load before it looks at a request: then the client tries again. */
async function submitUntilServed(...claim: Parameters<typeof submit>): Promise<Response> {
  const response = await submit(...claim)
  if (response.status !== 503) return response
  await sleep(500)
  return submitUntilServed(...claim)
}

async function count(statement: string, values: unknown[] = []): Promise<number> {
  return Number((await database.db.query(statement, values)).rows[0]?.count)
}

const untilPaid = (isDone: () => Promise<boolean>) => until(isDone, { timeoutMs: 180_000, intervalMs: 100 })

test('one hash submitted 1,000 times at once to two instances is credited once and rejected 999 times', async () => {
  await openDatabase()
  const sites = [start(), start()]
  const urls = await Promise.all(sites.map((site) => site.opened))
  const txHash = await ledger.pay(SOL / 10n)
  const answers = await Promise.all(
    Array.from({ length: 1_000 }, (_, place) =>
      submitUntilServed(urls[place % 2] ?? '', `Racer ${place}`, txHash),
    ),
  )
  const codes = answers.map(({ status }) => status)
  // If the watcher finds the payment first, the first claim takes it over from Anonymous.
  expect(codes.filter((code) => code === 201)).toHaveLength(1)
  expect(codes.filter((code) => code === 409)).toHaveLength(999)
  await untilPaid(async () => (await count('select count(*) from donations where verified')) === 1)
  expect(await count('select count(*) from donations')).toBe(1)
  expect(await count('select count(*) from donation_claims')).toBe(1)
  const totals = await Promise.all(
    urls.map(
      async (url) => (await fetch(`${url}/api/npcs/1/donations`)).json() as Promise<{ total: number }>,
    ),
  )
  expect(totals.map(({ total }) => total)).toEqual([0.1, 0.1])
  for (const site of sites) await site.stop()
  await database.drop()
})

/** A random payment, failed transfer, mention or returned payment. The recipient never pays a fee. */
async function sendRandom(
  random: () => number,
  recipient: KeyPairSigner,
  stranger: KeyPairSigner,
): Promise<void> {
  const { donor } = ledger
  const amount = BigInt(1_000_000 + Math.floor(random() * 5_000_000))
  const kind = Math.floor(random() * 5)
  if (kind === 0)
    await ledger.send([transfer(donor, recipient.address, 900_000n * SOL)], { skipPreflight: true })
  else if (kind === 1)
    await ledger.send([withAccount(transfer(donor, stranger.address, amount), recipient.address)])
  else if (kind === 2)
    await ledger.send([
      transfer(donor, recipient.address, amount),
      transfer(recipient, donor.address, amount),
    ])
  else await ledger.send([transfer(donor, recipient.address, amount)])
}

test(`${RANDOM_TRANSACTIONS} random transactions with the site killed ${KILLS} times: the credits equal the balance to the lamport (TEST_SEED=${seed})`, {
  timeout: isLong ? 3_600_000 : 600_000,
}, async () => {
  await openDatabase()
  const [recipient, stranger] = await Promise.all([generateKeyPairSigner(), generateKeyPairSigner()])
  await ledger.send([
    transfer(ledger.donor, recipient.address, SOL),
    transfer(ledger.donor, stranger.address, SOL),
  ])
  let site = start(ledger.rpcUrl, recipient.address)
  await site.opened
  const random = seededRandom(seed)
  const killEvery = Math.floor(RANDOM_TRANSACTIONS / (KILLS + 1))
  let kills = 0
  for (let sent = 1; sent <= RANDOM_TRANSACTIONS; sent += 1) {
    await sendRandom(random, recipient, stranger)
    if (sent % killEvery !== 0 || kills === KILLS) continue
    expect(await site.stop('SIGKILL')).toMatchObject({ signal: 'SIGKILL' })
    kills += 1
    site = start(ledger.rpcUrl, recipient.address)
    await site.opened
  }
  expect(kills).toBe(KILLS)
  const rpc = createSolanaRpc(ledger.rpcUrl)
  const { value: balance } = await rpc.getBalance(recipient.address).send()
  const sumCredits = async () =>
    BigInt(
      (await database.db.query('select sum(lamports)::text as sum from donations where verified')).rows[0]
        .sum ?? 0,
    )
  await vi.waitUntil(async () => (await sumCredits()) >= balance, {
    timeout: isLong ? 600_000 : 180_000,
    interval: 200,
  })
  await untilPaid(
    async () => (await count('select count(*) from payment_checks where next_check_at is not null')) === 0,
  )
  expect(await sumCredits()).toBe(balance)
  await site.stop()
  await database.drop()
})

async function runMortalQueue(dies: string): Promise<void> {
  const args = { database: database.url, rpc: ledger.rpcUrl, address: ledger.recipient.address, dies }
  const child = spawn(
    process.execPath,
    [MORTAL_QUEUE, ...Object.entries(args).flatMap(([name, value]) => [`--${name}`, value])],
    { stdio: 'ignore' },
  )
  const [, signal] = await once(child, 'exit')
  expect(signal).toBe('SIGKILL')
}

test.each(['before the RPC call', 'after the RPC call', 'before the commit', 'after the commit'])(
  `a queue killed ${DEATHS_PER_STEP} times %s loses no payment and counts none twice`,
  { timeout: 600_000 },
  async (dies) => {
    await openDatabase()
    const account = await testAccount(database.db, ledger.rpcUrl, ledger.recipient.address)
    let owed = 0n
    for (let death = 0; death < DEATHS_PER_STEP; death += 1) {
      const amount = SOL / 100n + BigInt(death)
      const txHash = await ledger.pay(amount)
      owed += amount
      await database.db.query(
        `insert into donations (npc_id, username, lamports, tx_hash, receiving_account_id)
         values (1, 'Ann', 1, $1, $2)`,
        [txHash, account.id],
      )
      await database.db.query(
        "insert into donation_claims (npc_id, tx_hash, username) values (1, $1, 'Ann')",
        [txHash],
      )
      await database.db.query(
        'insert into payment_checks (tx_hash, npc_id, is_claimed, receiving_account_id) values ($1, 1, true, $2)',
        [txHash, account.id],
      )
      await runMortalQueue(dies)
    }
    const successor = start()
    await successor.opened
    await untilPaid(async () => (await count('select count(*) from payment_checks where is_claimed')) === 0)
    const { rows } = await database.db.query(
      "select count(*)::int as rows, sum(lamports)::text as sum from donations where verified and username = 'Ann'",
    )
    expect(rows[0]).toEqual({ rows: DEATHS_PER_STEP, sum: String(owed) })
    await successor.stop()
    await database.drop()
  },
)

test('the site does not start as mainnet with an RPC on devnet, and says so in one line', async () => {
  await openDatabase()
  const rpc = await faultyRpc(ledger.rpcUrl)
  rpc.behave({
    alter: (result, { method }) =>
      method === 'getGenesisHash' ? 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG' : result,
  })
  const site = startSite({
    ...databaseVariables(database.url),
    SOLANA_RPC_URL: rpc.url,
    SOLANA_NETWORK: 'mainnet',
    DONATION_ADDRESS: ledger.recipient.address,
  })
  expect(await site.ended).toMatchObject({ code: 1 })
  expect(site.output().err).toBe(
    `NPC Stream cannot start: SOLANA_NETWORK is mainnet, but the Solana RPC ${new URL(rpc.url).host} is on devnet\n`,
  )
  rpc.close()
  await database.drop()
})

test('no payment is lost while no RPC answers, and the backlog is credited when one does', async () => {
  await openDatabase()
  const rpc = await faultyRpc(ledger.rpcUrl)
  const site = start(rpc.url)
  const url = await site.opened
  rpc.behave(DOWN)
  const paid = await Promise.all(
    Array.from({ length: 60 }, (_, place) => ledger.pay(SOL / 1_000n + BigInt(place))),
  )
  for (const txHash of paid) expect((await submit(url, 'Patient', txHash)).status).toBe(201)
  await untilPaid(
    async () =>
      (await count(
        "select count(distinct tx_hash) from payment_attempts where outcome = 'rpc_unavailable'",
      )) === paid.length,
  )
  rpc.behave(undefined)
  await untilPaid(
    async () =>
      (await count("select count(*) from donations where verified and username = 'Patient'")) === paid.length,
  )
  const { out, err } = site.output()
  const lines = `${out}${err}`.split('\n').filter((line) => line.includes('does not answer'))
  expect(lines).toHaveLength(1)
  await site.stop()
  rpc.close()
  await database.drop()
})
