import type { Db } from '../../../platform/database/database.server.ts'
import { LIVE_NPC_ID } from '../../npcs/contract.ts'
import type { ReceivingAccount } from '../accounts/receiving-accounts-store.server.ts'
import type { Chain, ListedSignature } from '../chain/solana-api.server.ts'
import { enqueueFound } from '../payments/payment-checks-store.server.ts'
import type { Position } from './cursors-store.server.ts'

type SweepContext = { db: Db; chain: Chain; account: ReceivingAccount }

type Sweep = {
  rpcName: string
  /** Read back to this transaction, or to the first below its slot; undefined: to the end of the history. */
  downTo: { signature?: string; slot: bigint } | undefined
  firstPage: number
  /** Everything up to this slot should already be queued. */
  queuedSlot?: bigint | undefined
  /** Called after each page but the last. */
  onPage?(): Promise<void>
}

export type Swept = {
  /**
   * reached: read back to `downTo`. ended: the RPC has no older history, so it may lack a part of it. failed: the RPC
   * stopped answering.
   */
  status: 'reached' | 'ended' | 'failed'
  /** The newest transaction that it listed. */
  head: Position | undefined
  /** How many payments up to `queuedSlot` were not queued. */
  missed: number
}

const PAGE = 1_000

/**
 * Reads the account's history from its newest signature back, from one RPC only, and queues what did not fail. Only an
 * empty page ends the history: a short page does not.
 */
export async function sweepHistory(needs: SweepContext, sweep: Sweep): Promise<Swept> {
  const { rpcName, downTo, firstPage, queuedSlot = 0n, onPage } = sweep
  let head: Position | undefined
  let before: string | null = null
  let missed = 0
  for (let limit = firstPage; ; limit = PAGE) {
    const page: ListedSignature[] | undefined = await needs.chain.listSignatures(rpcName, { limit, before })
    if (page === undefined) return { status: 'failed', head, missed }
    const last = page.at(-1)
    if (last === undefined) return { status: 'ended', head, missed }
    head ??= page[0]
    const added = new Set(await queue(needs, page))
    missed += page.filter(({ signature, slot }) => slot <= queuedSlot && added.has(signature)).length
    if (downTo && page.some((one) => one.slot < downTo.slot || one.signature === downTo.signature))
      return { status: 'reached', head, missed }
    // An RPC that repeats a page would keep us here forever.
    if (last.signature === before) return { status: 'failed', head, missed }
    before = last.signature
    await onPage?.()
  }
}

async function queue({ db, account }: SweepContext, page: ListedSignature[]): Promise<string[]> {
  const txHashes = page.filter(({ hasFailed }) => !hasFailed).map(({ signature }) => signature)
  if (txHashes.length === 0) return []
  return enqueueFound(db, { txHashes, npcId: LIVE_NPC_ID, accountId: account.id })
}
