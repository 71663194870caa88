import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../../../platform/database/database.server.ts'
import type { Log } from '../../../platform/logging/logging.server.ts'
import type { Chain } from '../chain/solana-api.server.ts'
import { judgeTransfer, NEVER_ABSENT } from '../verdicts/judge-transfer.ts'
import { adoptLegacy, sampleLegacy } from './legacy-store.server.ts'
import type { ReceivingAccount } from './receiving-accounts-store.server.ts'

type Needs = { db: Db; chain: Chain; account: ReceivingAccount; log: Log }

const SAMPLE = 3
const RETRY_MS = 60_000

/**
 * Payments from before receiving accounts say neither their network nor their address. They become this account's when
 * the chain has the newest and the oldest of them as payments to it; otherwise they stay out of every sum.
 */
export async function adoptLegacyPayments(needs: Needs): Promise<'settled' | 'retry'> {
  const { db, chain, account, log } = needs
  const sample = await sampleLegacy(db, SAMPLE)
  if (sample.length === 0) return 'settled'
  const question = { recipient: account.address, isListed: false, absence: NEVER_ABSENT }
  const verdicts = []
  for (const txHash of sample) verdicts.push(judgeTransfer(await chain.findTransaction(txHash), question))
  if (verdicts.every(({ status }) => status === 'verified')) {
    await adoptLegacy(db, account.id)
    log.info('donations from an earlier release were found on the chain and belong to the receiving address')
    return 'settled'
  }
  const isForeign = verdicts.some(
    (verdict) =>
      verdict.status === 'rejected' || (verdict.status === 'pending' && verdict.reason === 'not_found_yet'),
  )
  if (!isForeign) return 'retry'
  log.warn(
    'donations from an earlier release are not on this chain; they are kept, but not shown and not summed up',
  )
  return 'settled'
}

/** Tries until the RPCs have answered. */
export function keepAdopting(needs: Needs): { close(): Promise<void> } {
  const closing = new AbortController()
  let isFailing = false

  async function adopt(): Promise<void> {
    while (!closing.signal.aborted) {
      const outcome = await adoptLegacyPayments(needs).catch((error: unknown) => {
        if (!isFailing)
          needs.log.warn({ err: error }, 'donations from an earlier release could not be looked up yet')
        isFailing = true
        return 'retry' as const
      })
      if (outcome === 'settled') return
      await sleep(RETRY_MS, undefined, { signal: closing.signal }).catch(() => {})
    }
  }

  const adopting = adopt()
  return {
    async close() {
      closing.abort()
      await adopting
    },
  }
}
