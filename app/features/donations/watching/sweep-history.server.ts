import type { Db } from '../../../platform/database/database.server.ts'
import { LIVE_NPC_ID } from '../../npcs/contract.ts'
import type { ReceivingAccount } from '../accounts/receiving-accounts-store.server.ts'
import type { Chain, ListedSignature } from '../chain/solana-api.server.ts'
import { enqueueFound } from '../payments/payment-checks-store.server.ts'
import type { Known } from './cursors-store.server.ts'

export type SweepNeeds = { db: Db; chain: Chain; account: ReceivingAccount }

export type Sweep = {
  rpcName: string
  /** Read down to this one, or to the first slot below it; undefined: to the end of the history. */
  downTo: { signature?: string; slot: bigint } | undefined
  firstPage: number
  /** Everything up to this slot should have been queued before. */
  knownSlot?: bigint | undefined
  /** After each page, while there are more. */
  onPage?(): Promise<void>
}

export type Swept = {
  /**
   * reached: down to what was wanted. ended: the RPC has no older history, which is the end only where the end was
   * wanted. failed: it stopped answering.
   */
  status: 'reached' | 'ended' | 'failed'
  /** The newest that it listed. */
  head: Known | undefined
  /** How many payments up to the known slot were not known. */
  missed: number
}

const PAGE = 1_000

/**
 * Reads the account's history from its newest signature, all of it from one RPC, and queues what did not fail. A page
 * that is short says nothing about the end of the history; a page that is empty does, of this RPC's own history.
 */
export async function sweepHistory(needs: SweepNeeds, sweep: Sweep): Promise<Swept> {
  const { rpcName, downTo, firstPage, knownSlot = 0n, onPage } = sweep
  let head: Known | undefined
  let before: string | null = null
  let missed = 0
  for (let limit = firstPage; ; limit = PAGE) {
    const page: ListedSignature[] | undefined = await needs.chain.listSignatures(rpcName, { limit, before })
    if (page === undefined) return { status: 'failed', head, missed }
    const last = page.at(-1)
    if (last === undefined) return { status: 'ended', head, missed }
    head ??= page[0]
    const added = new Set(await queue(needs, page))
    missed += page.filter(({ signature, slot }) => slot <= knownSlot && added.has(signature)).length
    if (downTo && page.some((one) => one.slot < downTo.slot || one.signature === downTo.signature))
      return { status: 'reached', head, missed }
    // An RPC that repeats a page would never end.
    if (last.signature === before) return { status: 'failed', head, missed }
    before = last.signature
    await onPage?.()
  }
}

async function queue({ db, account }: SweepNeeds, page: ListedSignature[]): Promise<string[]> {
  const txHashes = page.filter(({ hasFailed }) => !hasFailed).map(({ signature }) => signature)
  if (txHashes.length === 0) return []
  return enqueueFound(db, { txHashes, npcId: LIVE_NPC_ID, accountId: account.id })
}
