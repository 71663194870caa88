import { type BackgroundTask, startBackgroundTask } from '../../../platform/async/background-task.server.ts'
import type { Db } from '../../../platform/database/database.server.ts'
import type { Log } from '../../../platform/logging/logging.server.ts'
import type { Chain } from '../chain/solana-api.server.ts'
import { judgeTransfer, NEVER_ABSENT } from '../verdicts/judge-transfer.ts'
import { adoptLegacy, sampleLegacy } from './legacy-store.server.ts'
import type { ReceivingAccount } from './receiving-accounts-store.server.ts'

type AdoptContext = { db: Db; chain: Chain; account: ReceivingAccount; log: Log }

const SAMPLE = 3
const RETRY_MS = 60_000

/**
 * Earlier releases recorded neither the network nor the address of a payment. Such payments go to this account if the
 * chain has the newest and the oldest of them as payments to it. Otherwise they are left out of every sum.
 */
export async function adoptLegacyPayments(context: AdoptContext): Promise<'settled' | 'retry'> {
  const { db, chain, account, log } = context
  const sample = await sampleLegacy(db, SAMPLE)
  if (sample.length === 0) return 'settled'
  const question = { recipient: account.address, isListed: false, absence: NEVER_ABSENT }
  const verdicts = []
  for (const txHash of sample) verdicts.push(judgeTransfer(await chain.findTransaction(txHash), question))
  if (verdicts.every(({ status }) => status === 'verified')) {
    await adoptLegacy(db, account.id)
    log.info('donations from an earlier release are on the chain and now belong to the receiving address')
    return 'settled'
  }
  const isElsewhere = verdicts.some(
    (verdict) =>
      verdict.status === 'rejected' || (verdict.status === 'pending' && verdict.reason === 'not_found_yet'),
  )
  if (!isElsewhere) return 'retry'
  log.warn(
    'donations from an earlier release are not on this chain; they are kept but neither shown nor counted',
  )
  return 'settled'
}

/** Retries until the RPCs answer. */
export function keepAdopting(context: AdoptContext): BackgroundTask {
  return startBackgroundTask({
    work: async () => ((await adoptLegacyPayments(context)) === 'settled' ? 'idle' : { againInMs: RETRY_MS }),
    log: context.log,
    failing: 'donations from an earlier release could not be checked yet',
    recovered: 'donations from an earlier release are checked again',
    retryMs: RETRY_MS,
  })
}
