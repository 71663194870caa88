import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../tests/support/database/test-database.ts'
import { randomAddress, randomSignature } from '../../../../tests/support/ledger/random-keys.ts'
import { captureLog } from '../../../../tests/support/site/captured-log.ts'
import { systemClock } from '../../../platform/clock.ts'
import { createLogLimiter } from '../../../platform/logging/log-limiter.server.ts'
import { openReceivingAccount } from '../accounts/receiving-accounts-store.server.ts'
import type { Chain, ListedSignature } from '../chain/solana-api.server.ts'
import type { Task } from './cursors-store.server.ts'
import { runDueTasks } from './watch-address.server.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase(inject('databaseServer'))
})

afterAll(() => database.drop())

type Listing = ListedSignature[] | undefined
/** What an RPC lists, newest first; undefined while it does not answer. */
type Rpc = (range: { limit: number; before: string | null }) => Listing

/** `count` payments, newest first, the oldest in `fromSlot`, two in each slot. */
function history(count: number, fromSlot = 1_000): ListedSignature[] {
  return Array.from({ length: count }, (_, place) => ({
    signature: randomSignature(),
    slot: BigInt(fromSlot + Math.floor((count - place) / 2)),
    hasFailed: false,
  }))
}

/** Lists like an RPC: after an unknown signature comes an empty page. */
function listing(history: () => ListedSignature[]): Rpc {
  return ({ limit, before }) => {
    const all = history()
    const from = before === null ? 0 : all.findIndex(({ signature }) => signature === before) + 1
    return before !== null && from === 0 ? [] : all.slice(from, from + limit)
  }
}

async function watch(rpcs: Record<string, Rpc>) {
  const { log, lines } = captureLog()
  const address = randomAddress()
  const account = await openReceivingAccount(database.db, { genesisHash: 'of a test', address })
  const current = { ...rpcs }
  const chain = {
    rpcNames: Object.keys(rpcs),
    listSignatures: async (name: string, range: Parameters<Rpc>[0]) => current[name]?.(range),
    getBalance: async () => undefined,
  } as unknown as Chain
  const needs = { db: database.db, chain, account, clock: systemClock, log }
  const limitLog = createLogLimiter(needs, { everyMs: 24 * 60 * 60_000 })
  const tick = () => runDueTasks(needs, limitLog)

  /** Makes only this task due. */
  async function makeDue(task: Task): Promise<void> {
    await database.db.query(
      'insert into account_cursors (receiving_account_id) values ($1) on conflict do nothing',
      [account.id],
    )
    await database.db.query(
      `update account_cursors set next_poll_at = 'infinity', next_reread_at = 'infinity',
         next_reconcile_at = 'infinity' where receiving_account_id = $1`,
      [account.id],
    )
    await database.db.query(
      `update account_cursors set next_${task}_at = now() where receiving_account_id = $1`,
      [account.id],
    )
  }

  return {
    current,
    lines,
    account,
    tick,
    makeDue,
    run: async (task: Task) => {
      await makeDue(task)
      await tick()
    },
    queued: async () => {
      const { rows } = await database.db.query<{ tx_hash: string }>(
        'select tx_hash from payment_checks where receiving_account_id = $1',
        [account.id],
      )
      return new Set(rows.map(({ tx_hash }) => tx_hash))
    },
    warned: () => lines().filter(({ level }) => level >= 40),
  }
}

const hashes = (listed: ListedSignature[]) => new Set(listed.map(({ signature }) => signature))

test('the first poll reads the whole history, the next one only what is new', async () => {
  const old = history(2_500)
  let calls = 0
  const rpc: Rpc = (range) => {
    calls += 1
    return listing(() => now)(range)
  }
  let now = old
  const watcher = await watch({ a: rpc })
  await watcher.run('poll')
  expect(await watcher.queued()).toEqual(hashes(old))
  now = [...history(3, 9_000), ...old]
  calls = 0
  await watcher.run('poll')
  expect(await watcher.queued()).toEqual(hashes(now))
  expect(calls).toBe(1)
  expect(watcher.warned()).toEqual([])
})

test('all payments are found when the first RPC goes down halfway and the second does not know the position', async () => {
  const all = history(2_500)
  let pages = 0
  const dying: Rpc = (range) => {
    pages += 1
    return pages > 2 ? undefined : listing(() => all)(range)
  }
  const watcher = await watch({ a: dying, b: listing(() => all.slice(1_800)) })
  await watcher.run('poll')
  expect((await watcher.queued()).size).toBeGreaterThanOrEqual(1_025)
  watcher.current.b = listing(() => all)
  await watcher.run('poll')
  await watcher.run('poll')
  expect(await watcher.queued()).toEqual(hashes(all))
})

test('what an RPC with a short history left out is found on the other within the hour', async () => {
  const all = history(2_500)
  const watcher = await watch({ a: () => undefined, b: listing(() => all.slice(0, 40)) })
  await watcher.run('poll')
  expect((await watcher.queued()).size).toBe(40)
  watcher.current.a = listing(() => all)
  await watcher.run('reconcile')
  expect(await watcher.queued()).toEqual(hashes(all))
})

test('short pages do not end the history', async () => {
  const all = history(300)
  const watcher = await watch({
    a: ({ limit, before }) => listing(() => all)({ limit: Math.min(limit, 7), before }),
  })
  await watcher.run('poll')
  expect(await watcher.queued()).toEqual(hashes(all))
})

test('failover to an RPC without the older history leaves no gap', async () => {
  const old = history(10)
  const between = history(2_000, 5_000)
  const watcher = await watch({ a: listing(() => old), b: () => undefined })
  await watcher.run('poll')
  watcher.current.a = () => undefined
  watcher.current.b = listing(() => between.slice(0, 50))
  await watcher.run('poll')
  watcher.current.a = listing(() => [...between, ...old])
  await watcher.run('poll')
  expect(await watcher.queued()).toEqual(hashes([...between, ...old]))
  expect(watcher.warned()).toEqual([])
})

test('an RPC that lags behind does not move the cursor back', async () => {
  const all = history(100)
  const watcher = await watch({ a: listing(() => all), b: listing(() => all.slice(60)) })
  await watcher.run('poll')
  const cursor = async () =>
    (
      await database.db.query('select known_slot from account_cursors where receiving_account_id = $1', [
        watcher.account.id,
      ])
    ).rows[0].known_slot
  const before = await cursor()
  watcher.current.a = () => undefined
  await watcher.run('poll')
  expect(await cursor()).toBe(before)
})

test('when no RPC lists the history back to the cursor, the watcher warns once and goes on', async () => {
  const watcher = await watch({ a: listing(() => history(10)) })
  await watcher.run('poll')
  const later = history(30, 900_000)
  watcher.current.a = listing(() => later)
  await watcher.run('poll')
  await watcher.run('poll')
  expect(watcher.warned()).toMatchObject([{ msg: expect.stringContaining('back to the last known payment') }])
  expect([...(await watcher.queued())]).toEqual(expect.arrayContaining([...hashes(later)]))
})

test('an RPC that suddenly lists nothing causes one warning and loses nothing', async () => {
  const all = history(10)
  const watcher = await watch({ a: listing(() => all) })
  await watcher.run('poll')
  watcher.current.a = () => []
  await watcher.run('poll')
  await watcher.run('poll')
  expect(watcher.warned()).toHaveLength(1)
  const next = [...history(2, 5_000), ...all]
  watcher.current.a = listing(() => next)
  await watcher.run('poll')
  expect(await watcher.queued()).toEqual(hashes(next))
})

test('a payment that an RPC lists late, below the cursor, is found within a minute', async () => {
  const all = history(200)
  const late = all.slice(100, 102)
  const watcher = await watch({ a: listing(() => all.filter((one) => !late.includes(one))) })
  await watcher.run('poll')
  watcher.current.a = listing(() => all)
  await watcher.run('poll')
  expect((await watcher.queued()).size).toBe(198)
  await watcher.run('reread')
  expect(await watcher.queued()).toEqual(hashes(all))
})

test('a payment that only one RPC lists as failed is queued', async () => {
  const all = history(30)
  const watcher = await watch({
    a: listing(() => all.map((one) => ({ ...one, hasFailed: true }))),
    b: listing(() => all),
  })
  await watcher.run('poll')
  expect((await watcher.queued()).size).toBe(0)
  await watcher.run('reread')
  expect(await watcher.queued()).toEqual(hashes(all))
})

test('two instances do not poll at the same time', async () => {
  let calls = 0
  const watcher = await watch({
    a: () => {
      calls += 1
      return []
    },
  })
  await watcher.makeDue('poll')
  await Promise.all([watcher.tick(), watcher.tick(), watcher.tick()])
  expect(calls).toBe(1)
})

test('an RPC that repeats its page forever does not block the watcher', async () => {
  const page = history(30)
  const watcher = await watch({ a: () => page })
  await watcher.run('poll')
  expect(await watcher.queued()).toEqual(hashes(page))
})
