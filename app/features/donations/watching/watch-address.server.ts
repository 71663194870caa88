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
  markSwept,
  moveCursor,
  type Position,
  scheduleTask,
} from './cursors-store.server.ts'
import { type Reconciliation, reconcileCredits } from './reconcile-credits.server.ts'
import { type Swept, sweepHistory } from './sweep-history.server.ts'

type WatchContext = {
  db: Db
  chain: Chain
  account: ReceivingAccount
  clock: Clock
  log: Log
  onReconciled?(outcome: Reconciliation): void
}
export type AddressWatcher = ReturnType<typeof watchAddress>

const POLL_MS = 1_000
/** A poll that did not reach the cursor starts over, but not at once. */
const RETRY_MS = 10_000
const REREAD_MS = 60_000
const RECONCILE_MS = 60 * 60_000
/** For one page; each page renews it. */
const LEASE_MS = 15_000
/** Enough to reach the cursor in nearly every poll. */
const POLLED_PAGE = 25
const REREAD_PAGE = 200
/** An RPC may list a transaction late, below the cursor. A slot takes about 0.4 s. */
const REREAD_SLOTS = 2_250n
const RECONCILED_SLOTS = 216_000n
const WARN_AGAIN_MS = 24 * 60 * 60_000

/** Follows the receiving address, to find payments that nobody submits. */
export function watchAddress(needs: WatchContext) {
  const limitLog = createLogLimiter(needs, { everyMs: WARN_AGAIN_MS })
  const reconciliations: Record<Reconciliation, number> = {
    balanced: 0,
    missing: 0,
    unbacked: 0,
    postponed: 0,
  }
  const onReconciled = (outcome: Reconciliation) => {
    reconciliations[outcome] += 1
  }
  const { close } = startBackgroundTask({
    work: () => runDueTasks({ ...needs, onReconciled }, limitLog).then(() => ({ againInMs: POLL_MS })),
    log: needs.log,
    failing: 'the receiving address cannot be watched at the moment',
    recovered: 'the receiving address is watched again',
    retryMs: POLL_MS,
  })
  /** How the comparisons with the chain ended that this instance made since its start. */
  return { reconciliations: (): Readonly<typeof reconciliations> => reconciliations, close }
}

/** Each task runs on one instance at a time; the database decides which one and when. */
export async function runDueTasks(needs: WatchContext, limitLog: LogLimiter): Promise<void> {
  const { db, account } = needs
  const cursor = await claimTask(db, account.id, 'poll', LEASE_MS)
  if (cursor) {
    const isReached = await poll(needs, cursor, limitLog)
    await scheduleTask(db, account.id, 'poll', isReached ? POLL_MS * 0.9 : RETRY_MS)
  }
  const reread = await claimTask(db, account.id, 'reread', REREAD_MS)
  if (reread) await readAgain(needs, reread)
  const reconciled = await claimTask(db, account.id, 'reconcile', RECONCILE_MS)
  if (reconciled) await reconcile(needs, reconciled)
}

/** Reads back to the cursor on one RPC or, if that fails, from the start on the next. False if none got there. */
async function poll(needs: WatchContext, { position }: Cursor, limitLog: LogLimiter): Promise<boolean> {
  const { db, chain, account, log } = needs
  const onPage = () => scheduleTask(db, account.id, 'poll', LEASE_MS)
  const tried: Swept[] = []
  for (const rpcName of chain.rpcNames) {
    const swept = await sweepHistory(needs, { rpcName, downTo: position, firstPage: POLLED_PAGE, onPage })
    if (swept.status === 'ended') await markSwept(db, account.id, rpcName)
    if (swept.status === 'reached' || (swept.status === 'ended' && position === undefined)) {
      if (swept.head) await moveCursor(db, account.id, swept.head)
      return true
    }
    tried.push(swept)
  }
  if (position === undefined || tried.some(({ status }) => status === 'failed')) return false
  limitLog(`gap ${position.signature}`, () =>
    log.warn(
      { slot: String(position.slot), signature: position.signature },
      'no Solana RPC lists the receiving address back to the last known payment; payments in between may be missing',
    ),
  )
  const head = newest(tried)
  if (head === undefined || head.slot < position.slot) return false
  // Waiting for an RPC that has them would mean rereading everything at each poll.
  await moveCursor(db, account.id, head)
  return true
}

function newest(tried: Swept[]): Position | undefined {
  return tried
    .flatMap(({ head }) => head ?? [])
    .reduce<Position | undefined>((best, one) => (best && best.slot >= one.slot ? best : one), undefined)
}

/** Rereads the last minutes from every RPC: what one lists late, or as failed, another may have. */
async function readAgain(needs: WatchContext, { position }: Cursor): Promise<void> {
  if (position === undefined) return
  const downTo = { slot: position.slot - REREAD_SLOTS }
  for (const rpcName of needs.chain.rpcNames) {
    const sweep = { rpcName, downTo, firstPage: REREAD_PAGE, queuedSlot: position.slot }
    const { missed } = await sweepHistory(needs, sweep)
    if (missed > 0) needs.log.info({ missed, rpc: rpcName }, 'queued payments that a Solana RPC listed late')
  }
}

/** Rereads the last day from every RPC, or all of it if never read to its end; then compares the sums. */
async function reconcile(needs: WatchContext, { position, sweptBy }: Cursor): Promise<void> {
  const { db, chain, account } = needs
  const onPage = () => scheduleTask(db, account.id, 'reconcile', RECONCILE_MS)
  // Read first, so that the history contains every payment in it.
  const balance = await chain.getBalance()
  let missed = 0
  let failed = 0
  for (const rpcName of chain.rpcNames) {
    const isSwept = sweptBy.includes(rpcName) && position !== undefined
    const downTo = isSwept ? { slot: position.slot - RECONCILED_SLOTS } : undefined
    const sweep = { rpcName, downTo, firstPage: REREAD_PAGE, queuedSlot: position?.slot, onPage }
    const swept = await sweepHistory(needs, sweep)
    if (swept.status === 'ended') await markSwept(db, account.id, rpcName)
    if (swept.status === 'failed') failed += 1
    missed += swept.missed
  }
  const outcome = await reconcileCredits(needs, { balance, missed, failed })
  needs.onReconciled?.(outcome)
}
