import type { Commitment } from '@solana/kit'
import type { WebSocket } from 'ws'
import type { LedgerAccount, LedgerTransaction, ReadAccount } from '../ledger/ledger-store.server.ts'
import { accountNotification, transactionNotification } from './notifications.server.ts'
import { LEDGER_VERSION } from './rpc-context.server.ts'
import { RpcError } from './rpc-error.server.ts'
import type { Subscription } from './subscription-params.server.ts'

export type Subscriber = { id: number; socket: WebSocket; subscription: Subscription }
type AccountChange = { commitment: Commitment; slot: number; account: LedgerAccount }

const MAX_SUBSCRIPTIONS = 1_000
const MAX_PER_CONNECTION = 200
const MAX_WAITING_BYTES = 4 * 1024 * 1024

export function createSubscribers(read: ReadAccount) {
  const subscribers = new Map<number, Subscriber>()
  let lastId = 0

  function notify(subscriber: Subscriber, commitment: Commitment, transaction: LedgerTransaction): void {
    const { id, socket, subscription } = subscriber
    if (subscription.kind !== 'signature' && subscription.kind !== 'logs') return
    if (subscription.commitment !== commitment) return
    const value = transactionNotification(subscription, transaction)
    if (value === undefined) return
    push(subscriber, inSlot(transaction.slot, value))
    if (subscription.kind === 'signature') remove(socket, id)
  }

  function notifyOfAccount(subscriber: Subscriber, { commitment, slot, account }: AccountChange): void {
    const { subscription } = subscriber
    if (subscription.kind !== 'account' && subscription.kind !== 'program') return
    if (subscription.commitment !== commitment) return
    const value = accountNotification(subscription, account, read)
    if (value !== undefined) push(subscriber, inSlot(slot, value))
  }

  function remove(socket: WebSocket, id: number): true {
    if (subscribers.get(id)?.socket !== socket)
      throw new RpcError('invalidParams', 'Invalid subscription id.')
    return subscribers.delete(id) as true
  }

  const countOf = (socket: WebSocket) =>
    [...subscribers.values()].filter((subscriber) => subscriber.socket === socket).length

  return {
    isEmpty: () => subscribers.size === 0,
    add(socket: WebSocket, subscription: Subscription): Subscriber {
      if (subscribers.size >= MAX_SUBSCRIPTIONS || countOf(socket) >= MAX_PER_CONNECTION)
        throw new RpcError('internal', 'Too many subscriptions')
      lastId += 1
      const subscriber = { id: lastId, socket, subscription }
      subscribers.set(lastId, subscriber)
      return subscriber
    },
    remove,
    removeAllOf(socket: WebSocket): void {
      for (const subscriber of subscribers.values())
        if (subscriber.socket === socket) subscribers.delete(subscriber.id)
    },
    notify,
    notifyAll(commitment: Commitment, transactions: readonly LedgerTransaction[]): void {
      for (const transaction of transactions)
        for (const subscriber of subscribers.values()) notify(subscriber, commitment, transaction)
    },
    notifyOfAccounts(commitment: Commitment, slot: number, accounts: readonly LedgerAccount[]): void {
      for (const account of accounts)
        for (const subscriber of subscribers.values())
          notifyOfAccount(subscriber, { commitment, slot, account })
    },
    notifySlot(slot: number, root: number): void {
      for (const subscriber of subscribers.values()) {
        const { kind } = subscriber.subscription
        if (kind === 'slot') push(subscriber, { slot, parent: slot - 1, root })
        if (kind === 'root') push(subscriber, root)
      }
    },
  }
}

function inSlot(slot: number, value: object): object {
  return { context: { apiVersion: LEDGER_VERSION, slot }, value }
}

function push({ id, socket, subscription }: Subscriber, result: unknown): void {
  const params = { subscription: id, result }
  send(socket, { jsonrpc: '2.0', method: `${subscription.kind}Notification`, params })
}

/** A subscriber that does not read is disconnected. */
export function send(socket: WebSocket, message: object): void {
  if (socket.bufferedAmount > MAX_WAITING_BYTES) socket.terminate()
  else socket.send(JSON.stringify(message), () => {})
}
