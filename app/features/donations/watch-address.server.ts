import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../../platform/database/database.server.ts'
import { inTransaction } from '../../platform/database/in-transaction.server.ts'
import type { Log } from '../../platform/logging.server.ts'
import { SUPPORTED_NPC_ID } from './contract.ts'
import { type Cursor, claimTurn, moveCursor } from './cursors-store.server.ts'
import { enqueueFound } from './payment-checks-store.server.ts'
import type { Chain } from './solana-api.server.ts'

export type WatchNeeds = { db: Db; chain: Chain; log: Log }
export type AddressWatcher = { close(): Promise<void> }

const LOOK_EVERY_MS = 1_000
const PAGE = 1_000

/** Follows the receiving address, so that a payment nobody tells us of is found all the same. */
export function watchAddress(needs: WatchNeeds): AddressWatcher {
  const closing = new AbortController()
  let isFailing = false

  async function watch(): Promise<void> {
    while (!closing.signal.aborted) {
      const hasMore = await lookOnce(needs, LOOK_EVERY_MS).catch((error: unknown) => {
        if (!isFailing) needs.log.warn({ err: error }, 'the watch of the receiving address is interrupted')
        isFailing = true
        return undefined
      })
      if (hasMore !== undefined) isFailing = false
      if (!hasMore) await sleep(LOOK_EVERY_MS, undefined, { signal: closing.signal }).catch(() => {})
    }
  }

  const watching = watch()
  return {
    async close() {
      closing.abort()
      await watching
    },
  }
}

/** One page of the address's history; true when there is more to read at once. */
async function lookOnce({ db, chain }: WatchNeeds, everyMs: number): Promise<boolean> {
  const { address } = chain.terms
  const cursor = await claimTurn({ db }, address, everyMs)
  if (cursor === undefined) return false
  const page = await chain.listSignatures({
    limit: PAGE,
    until: cursor.read_until,
    before: cursor.sweep_before,
  })
  if (page === undefined) return false

  const next = advance(
    cursor,
    page.map(({ signature }) => signature),
  )
  const paying = page.filter(({ hasFailed }) => !hasFailed).map(({ signature }) => signature)
  await inTransaction(db, async (client) => {
    if (paying.length > 0) await enqueueFound(client, paying, SUPPORTED_NPC_ID)
    await moveCursor(client, address, cursor, next)
  })
  return next.sweep_before !== null
}

/**
 * The chain is read from the newest down to what is known. A page that is not full ends the sweep, and its first
 * signature is known from then on; a full one is followed by the page below it.
 */
function advance(cursor: Cursor, page: string[]): Cursor {
  const head = cursor.sweep_head ?? page[0] ?? cursor.read_until
  if (page.length < PAGE) return { read_until: head, sweep_head: null, sweep_before: null }
  return { read_until: cursor.read_until, sweep_head: head, sweep_before: page.at(-1) ?? null }
}
