import type { LedgerAccount, LedgerTransaction, ReadAccount } from '../ledger/ledger-store.server.ts'
import { transactionAddresses } from '../transactions/render-transaction.server.ts'
import { renderAccount } from './render-account.server.ts'
import type { AccountSubscription, TransactionSubscription } from './subscription-params.server.ts'

/** Undefined when the subscription is not for this transaction. */
export function transactionNotification(
  subscription: TransactionSubscription,
  transaction: LedgerTransaction,
): object | undefined {
  const { signature, meta } = transaction
  if (subscription.kind === 'signature')
    return subscription.signature === signature ? { err: meta.err } : undefined
  const { mentions } = subscription
  if (mentions !== undefined && !transactionAddresses(transaction).includes(mentions)) return undefined
  return { signature, err: meta.err, logs: meta.logMessages }
}

/** Undefined when the subscription is not for this account. */
export function accountNotification(
  subscription: AccountSubscription,
  account: LedgerAccount,
  read: ReadAccount,
): object | undefined {
  if (!isFor(subscription, account)) return undefined
  const encoding = subscription.view.encoding ?? 'base64'
  const rendered = renderAccount(account, { ...subscription.view, encoding }, read)
  return subscription.kind === 'account' ? rendered : { pubkey: account.address, account: rendered }
}

function isFor(subscription: AccountSubscription, { address, owner, data }: LedgerAccount): boolean {
  if (subscription.kind === 'account') return subscription.address === address
  if (subscription.program !== owner) return false
  return subscription.filters.every((filter) => {
    if ('dataSize' in filter) return filter.dataSize === data.length
    const { offset, bytes } = filter
    return Buffer.from(bytes).equals(data.subarray(offset, offset + bytes.length))
  })
}
