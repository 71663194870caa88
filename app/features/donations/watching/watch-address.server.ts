import { startBackgroundTask } from '../../../platform/async/background-task.server.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.server.ts'
import { createLogLimiter, type LogLimiter } from '../../../platform/logging/log-limiter.server.ts'
import type { Log } from '../../../platform/logging/logging.server.ts'
import type { ReceivingAccount } from '../accounts/receiving-accounts-store.server.ts'
import type { Chain } from '../chain/solana-api.server.ts'
import {
  type Cursor,
  claimTask,
  type Known,
  markSwept,
  moveCursor,
  scheduleTask,
} from './cursors-store.server.ts'
import { reconcileCredits } from './reconcile-credits.server.ts'
import { type Swept, sweepHistory } from './sweep-history.server.ts'

export type WatchNeeds = { db: Db; chain: Chain; account: ReceivingAccount; clock: Clock; log: Log }
export type AddressWatcher = { close(): Promise<void> }

const POLL_MS = 1_000
/** A poll that could not reach what is known reads everything again: not at once. */
const RETRY_MS = 10_000
const REREAD_MS = 60_000
const RECONCILE_MS = 60 * 60_000
/** For one page; each page takes it again. */
const LEASE_MS = 15_000
/** Enough to hold what is known on nearly every poll. */
const POLLED_PAGE = 25
const REREAD_PAGE = 200
/** An index may show a transaction late, below what is known; slots take about 0.4 s. */
const REREAD_SLOTS = 2_250n
const RECONCILED_SLOTS = 216_000n
const WARN_AGAIN_MS = 24 * 60 * 60_000

/** Follows the receiving address, so that a payment nobody submits is found all the same. */
export function watchAddress(needs: WatchNeeds): AddressWatcher {
  const sparingly = createLogLimiter(needs, { everyMs: WARN_AGAIN_MS })
  return startBackgroundTask({
    work: () => runDueTasks(needs, sparingly).then(() => ({ againInMs: POLL_MS })),
    log: needs.log,
    failing: 'the watch of the receiving address is interrupted',
    recovered: 'the receiving address is watched again',
    retryMs: POLL_MS,
  })
}

/** Each task is done by one instance at a time; which one, and when, the database decides. */
export async function runDueTasks(needs: WatchNeeds, sparingly: LogLimiter): Promise<void> {
  const { db, account } = needs
  const cursor = await claimTask(db, account.id, 'poll', LEASE_MS)
  if (cursor) {
    const isReached = await poll(needs, cursor, sparingly)
    await scheduleTask(db, account.id, 'poll', isReached ? POLL_MS * 0.9 : RETRY_MS)
  }
  const reread = await claimTask(db, account.id, 'reread', REREAD_MS)
  if (reread) await readAgain(needs, reread)
  const reconciled = await claimTask(db, account.id, 'reconcile', RECONCILE_MS)
  if (reconciled) await reconcile(needs, reconciled)
}

/** Reads down to what is known, whole on one RPC; when that fails, whole on the next. False: it was not reached. */
async function poll(needs: WatchNeeds, { known }: Cursor, sparingly: LogLimiter): Promise<boolean> {
  const { db, chain, account, log } = needs
  const onPage = () => scheduleTask(db, account.id, 'poll', LEASE_MS)
  const tried: Swept[] = []
  for (const rpcName of chain.rpcNames) {
    const swept = await sweepHistory(needs, { rpcName, downTo: known, firstPage: POLLED_PAGE, onPage })
    if (swept.status === 'ended') await markSwept(db, account.id, rpcName)
    if (swept.status === 'reached' || (swept.status === 'ended' && known === undefined)) {
      if (swept.head) await moveCursor(db, account.id, swept.head)
      return true
    }
    tried.push(swept)
  }
  if (known === undefined || tried.some(({ status }) => status === 'failed')) return false
  sparingly(`gap ${known.signature}`, () =>
    log.warn(
      { knownSlot: String(known.slot), signature: known.signature },
      'no Solana RPC lists the receiving address back to the last known payment; payments in between may be missing',
    ),
  )
  const head = newest(tried)
  if (head === undefined || head.slot < known.slot) return false
  // To wait for an RPC that has them would read everything again and again.
  await moveCursor(db, account.id, head)
  return true
}

function newest(tried: Swept[]): Known | undefined {
  return tried
    .flatMap(({ head }) => head ?? [])
    .reduce<Known | undefined>((best, one) => (best && best.slot >= one.slot ? best : one), undefined)
}

/** The last minutes from every RPC: what one shows late, or lists as failed, another may have. */
async function readAgain(needs: WatchNeeds, { known }: Cursor): Promise<void> {
  if (known === undefined) return
  const downTo = { slot: known.slot - REREAD_SLOTS }
  for (const rpcName of needs.chain.rpcNames) {
    const sweep = { rpcName, downTo, firstPage: REREAD_PAGE, knownSlot: known.slot }
    const { missed } = await sweepHistory(needs, sweep)
    if (missed > 0)
      needs.log.info({ missed, rpc: rpcName }, 'payments were queued that a Solana RPC listed late')
  }
}

/** The last day from every RPC, and everything from one that was never read to its end; then the sums. */
async function reconcile(needs: WatchNeeds, { known, sweptBy }: Cursor): Promise<void> {
  const { db, chain, account } = needs
  const onPage = () => scheduleTask(db, account.id, 'reconcile', RECONCILE_MS)
  let missed = 0
  let failed = 0
  for (const rpcName of chain.rpcNames) {
    const isSwept = sweptBy.includes(rpcName) && known !== undefined
    const downTo = isSwept ? { slot: known.slot - RECONCILED_SLOTS } : undefined
    const sweep = { rpcName, downTo, firstPage: REREAD_PAGE, knownSlot: known?.slot, onPage }
    const swept = await sweepHistory(needs, sweep)
    if (swept.status === 'ended') await markSwept(db, account.id, rpcName)
    if (swept.status === 'failed') failed += 1
    missed += swept.missed
  }
  await reconcileCredits(needs, { missed, failed })
}
