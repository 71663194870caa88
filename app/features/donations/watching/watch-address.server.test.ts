import { randomBytes } from 'node:crypto'
import { getBase58Decoder } from '@solana/kit'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../tests/support/database/test-database.ts'
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
    signature: getBase58Decoder().decode(randomBytes(64)),
    slot: BigInt(fromSlot + Math.floor((count - place) / 2)),
    hasFailed: false,
  }))
}

/** As an RPC does it: a signature that it does not know gives an empty page. */
function listing(known: () => ListedSignature[]): Rpc {
  return ({ limit, before }) => {
    const all = known()
    const from = before === null ? 0 : all.findIndex(({ signature }) => signature === before) + 1
    return before !== null && from === 0 ? [] : all.slice(from, from + limit)
  }
}

async function watch(rpcs: Record<string, Rpc>) {
  const { log, lines } = captureLog()
  const address = getBase58Decoder().decode(randomBytes(32))
  const account = await openReceivingAccount(database.db, { genesisHash: 'of a test', address })
  const current = { ...rpcs }
  const chain = {
    rpcNames: Object.keys(rpcs),
    listSignatures: async (name: string, range: Parameters<Rpc>[0]) => current[name]?.(range),
    getBalance: async () => undefined,
  } as unknown as Chain
  const needs = { db: database.db, chain, account, clock: systemClock, log }
  const sparingly = createLogLimiter(needs, { everyMs: 24 * 60 * 60_000 })
  const tick = () => runDueTasks(needs, sparingly)

  /** This task, and no other. */
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

test('a whole history is read, and then only what is new', async () => {
  const old = history(2_500)
  let asked = 0
  const rpc: Rpc = (range) => {
    asked += 1
    return listing(() => now)(range)
  }
  let now = old
  const watcher = await watch({ a: rpc })
  await watcher.run('poll')
  expect(await watcher.queued()).toEqual(hashes(old))
  now = [...history(3, 9_000), ...old]
  asked = 0
  await watcher.run('poll')
  expect(await watcher.queued()).toEqual(hashes(now))
  expect(asked).toBe(1)
  expect(watcher.warned()).toEqual([])
})

test('the first of two RPCs goes down in the middle, the second does not know where to go on: all are found', async () => {
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

test('an RPC that ends the first history too early is made good by the other, within the hour', async () => {
  const all = history(2_500)
  const watcher = await watch({ a: () => undefined, b: listing(() => all.slice(0, 40)) })
  await watcher.run('poll')
  expect((await watcher.queued()).size).toBe(40)
  watcher.current.a = listing(() => all)
  await watcher.run('reconcile')
  expect(await watcher.queued()).toEqual(hashes(all))
})

test('pages that are shorter than asked for do not end the history', async () => {
  const all = history(300)
  const watcher = await watch({
    a: ({ limit, before }) => listing(() => all)({ limit: Math.min(limit, 7), before }),
  })
  await watcher.run('poll')
  expect(await watcher.queued()).toEqual(hashes(all))
})

test('failing over to an RPC without the history leaves no gap and moves nothing back', async () => {
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

test('an RPC that lags does not move the cursor back', async () => {
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

test('when no RPC has the history down to what is known, it is warned of once and goes on', async () => {
  const watcher = await watch({ a: listing(() => history(10)) })
  await watcher.run('poll')
  const later = history(30, 900_000)
  watcher.current.a = listing(() => later)
  await watcher.run('poll')
  await watcher.run('poll')
  expect(watcher.warned()).toMatchObject([{ msg: expect.stringContaining('back to the last known payment') }])
  expect([...(await watcher.queued())]).toEqual(expect.arrayContaining([...hashes(later)]))
})

test('an RPC that suddenly lists nothing at all is warned of once and loses nothing', async () => {
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

test('what an index shows late, below what is known, is found within a minute', async () => {
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

test('what one RPC lists as failed and another does not is queued', async () => {
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

test('two instances do not read the same at the same time', async () => {
  let asked = 0
  const watcher = await watch({
    a: () => {
      asked += 1
      return []
    },
  })
  await watcher.makeDue('poll')
  await Promise.all([watcher.tick(), watcher.tick(), watcher.tick()])
  expect(asked).toBe(1)
})

test('an RPC that repeats its page for ever does not hold the watcher', async () => {
  const page = history(30)
  const watcher = await watch({ a: () => page })
  await watcher.run('poll')
  expect(await watcher.queued()).toEqual(hashes(page))
})
