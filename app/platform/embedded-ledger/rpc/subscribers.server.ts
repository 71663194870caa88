import type { Commitment } from '@solana/kit'
import type { WebSocket } from 'ws'
import type { LedgerTransaction } from '../ledger/ledger-store.server.ts'
import { transactionAddresses } from '../transactions/render-transaction.server.ts'
import { LEDGER_VERSION } from './rpc-context.server.ts'
import { RpcError } from './rpc-error.server.ts'
import type { Subscription } from './subscription-params.server.ts'

export type Subscriber = { id: number; socket: WebSocket; subscription: Subscription }

const MAX_SUBSCRIPTIONS = 1_000
const MAX_WAITING_BYTES = 4 * 1024 * 1024

export function createSubscribers() {
  const subscribers = new Map<number, Subscriber>()
  let lastId = 0

  function notify(subscriber: Subscriber, commitment: Commitment, transaction: LedgerTransaction): void {
    const { id, socket, subscription } = subscriber
    const value = notificationOf(subscription, commitment, transaction)
    if (value === undefined) return
    push(subscriber, { context: { apiVersion: LEDGER_VERSION, slot: transaction.slot }, value })
    if (subscription.kind === 'signature') remove(socket, id)
  }

  function remove(socket: WebSocket, id: number): true {
    if (subscribers.get(id)?.socket !== socket)
      throw new RpcError('invalidParams', 'Invalid subscription id.')
    return subscribers.delete(id) as true
  }

  return {
    isEmpty: () => subscribers.size === 0,
    add(socket: WebSocket, subscription: Subscription): Subscriber {
      if (subscribers.size >= MAX_SUBSCRIPTIONS) throw new RpcError('internal', 'Too many subscriptions')
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
    notifySlot(slot: number, root: number): void {
      for (const subscriber of subscribers.values())
        if (subscriber.subscription.kind === 'slot') push(subscriber, { slot, parent: slot - 1, root })
    },
  }
}

/** Undefined when the subscription is not for this transaction at this commitment. */
function notificationOf(subscription: Subscription, commitment: Commitment, transaction: LedgerTransaction) {
  if (subscription.kind === 'slot' || subscription.commitment !== commitment) return undefined
  const { signature, meta } = transaction
  if (subscription.kind === 'signature')
    return subscription.signature === signature ? { err: meta.err } : undefined
  const { mentions } = subscription
  if (mentions !== undefined && !transactionAddresses(transaction).includes(mentions)) return undefined
  return { signature, err: meta.err, logs: meta.logMessages }
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
