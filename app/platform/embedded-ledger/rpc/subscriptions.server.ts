import type { Server } from 'node:http'
import type { Commitment } from '@solana/kit'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Log } from '../../logging/logging.server.ts'
import type { LedgerSlots } from '../ledger/ledger-slots.server.ts'
import type { LedgerStore, LedgerTransaction } from '../ledger/ledger-store.server.ts'
import { transactionAddresses } from '../transactions/render-transaction.server.ts'
import { errorResponse, parseJson, readRequest, resultResponse } from './answer-rpc.server.ts'
import { LEDGER_VERSION } from './rpc-context.server.ts'
import { RpcError } from './rpc-error.server.ts'
import { isFromHere } from './rpc-server.server.ts'
import { readSubscriptionCall, type Subscription } from './subscription-params.server.ts'

const LARGEST_MESSAGE_BYTES = 64 * 1024
const MAX_SUBSCRIPTIONS = 1_000
const MAX_WAITING_BYTES = 4 * 1024 * 1024

type Subscriber = { id: number; socket: WebSocket; subscription: Subscription }

export function createSubscriptions({
  store,
  slots,
  log,
}: {
  store: LedgerStore
  slots: LedgerSlots
  log: Log
}) {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: LARGEST_MESSAGE_BYTES })
  const subscribers = new Map<number, Subscriber>()
  let lastId = 0

  function reached(commitment: Commitment, transactions: readonly LedgerTransaction[]): void {
    for (const transaction of transactions)
      for (const subscriber of subscribers.values()) notify(subscriber, commitment, transaction)
  }

  function notify(
    { id, socket, subscription }: Subscriber,
    commitment: Commitment,
    transaction: LedgerTransaction,
  ) {
    if (subscription.kind === 'slot' || subscription.commitment !== commitment) return
    const { signature, slot, meta } = transaction
    const context = { apiVersion: LEDGER_VERSION, slot }
    if (subscription.kind === 'signature') {
      if (subscription.signature !== signature) return
      push(socket, 'signature', id, { context, value: { err: meta.err } })
      subscribers.delete(id)
      return
    }
    const { mentions } = subscription
    if (mentions !== undefined && !transactionAddresses(transaction).includes(mentions)) return
    push(socket, 'logs', id, { context, value: { signature, err: meta.err, logs: meta.logMessages } })
  }

  function begin(socket: WebSocket, subscription: Subscription): Subscriber {
    if (subscribers.size >= MAX_SUBSCRIPTIONS) throw new RpcError('internal', 'Too many subscriptions')
    lastId += 1
    const subscriber = { id: lastId, socket, subscription }
    subscribers.set(lastId, subscriber)
    return subscriber
  }

  function end(socket: WebSocket, id: number): true {
    if (subscribers.get(id)?.socket !== socket)
      throw new RpcError('invalidParams', 'Invalid subscription id.')
    return subscribers.delete(id) as true
  }

  function answer(socket: WebSocket, body: string): void {
    const input = parseJson(body)
    const request = readRequest(input)
    // kit keeps a connection alive with {"method":"ping"}, a notification that wants no answer.
    if (request && request.id === undefined) return
    const id = request?.id ?? null
    try {
      if (input === undefined) throw new RpcError('parse', 'Parse error')
      if (!request) throw new RpcError('invalidRequest', 'Invalid request')
      const call = readSubscriptionCall(request.method, request.params)
      if ('end' in call) {
        send(socket, resultResponse(id, end(socket, call.end)))
      } else {
        const subscriber = begin(socket, call.begin)
        send(socket, resultResponse(id, subscriber.id))
        notifyOfPast(subscriber)
      }
    } catch (error) {
      if (!(error instanceof RpcError)) log.error({ err: error }, 'ledger: a subscription failed')
      send(socket, errorResponse(id, error))
    }
  }

  function notifyOfPast(subscriber: Subscriber): void {
    const { subscription } = subscriber
    if (subscription.kind !== 'signature') return
    const transaction = store.findTransaction(subscription.signature)
    if (transaction && transaction.slot <= slots.newest(subscription.commitment))
      notify(subscriber, subscription.commitment, transaction)
  }

  sockets.on('connection', (socket) => {
    socket.on('error', (error) => log.debug({ err: error }, 'ledger: a subscriber broke off'))
    socket.on('message', (body) => answer(socket, String(body)))
    socket.on('close', () => {
      for (const subscriber of subscribers.values())
        if (subscriber.socket === socket) subscribers.delete(subscriber.id)
    })
  })

  return {
    attach(server: Server): void {
      server.on('upgrade', (request, socket, head) => {
        socket.on('error', () => socket.destroy())
        if (!isFromHere(request)) return void socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
        sockets.handleUpgrade(request, socket, head, (opened) => sockets.emit('connection', opened, request))
      })
    },
    landed: (transaction: LedgerTransaction) => reached('processed', [transaction]),
    /** To be told of every slot in turn: each brings exactly one older slot to each commitment. */
    slotBegan(slot: number): void {
      if (subscribers.size === 0) return
      const root = slots.newest('finalized')
      for (const { id, socket, subscription } of subscribers.values())
        if (subscription.kind === 'slot') push(socket, 'slot', id, { slot, parent: slot - 1, root })
      for (const commitment of ['confirmed', 'finalized'] as const)
        reached(commitment, store.transactionsInSlot(slots.newest(commitment)))
    },
    close(): void {
      for (const socket of sockets.clients) socket.terminate()
      sockets.close()
    },
  }
}

function push(socket: WebSocket, kind: Subscription['kind'], subscription: number, result: unknown): void {
  send(socket, { jsonrpc: '2.0', method: `${kind}Notification`, params: { subscription, result } })
}

function send(socket: WebSocket, message: object): void {
  if (socket.bufferedAmount > MAX_WAITING_BYTES) socket.terminate()
  else socket.send(JSON.stringify(message), () => {})
}
