import type { Server } from 'node:http'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Log } from '../../logging/logging.server.ts'
import type { LedgerSlots } from '../ledger/ledger-slots.server.ts'
import type { LedgerStore, LedgerTransaction } from '../ledger/ledger-store.server.ts'
import { errorResponse, parseJson, readRequest, resultResponse } from './answer-rpc.server.ts'
import { RpcError, toRpcError } from './rpc-error.server.ts'
import { isFromHere } from './rpc-server.server.ts'
import { createSubscribers, type Subscriber, send } from './subscribers.server.ts'
import { readSubscriptionCall } from './subscription-params.server.ts'

const LARGEST_MESSAGE_BYTES = 64 * 1024

type SubscribedLedger = { store: LedgerStore; slots: LedgerSlots; log: Log }

export function createSubscriptions({ store, slots, log }: SubscribedLedger) {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: LARGEST_MESSAGE_BYTES })
  const subscribers = createSubscribers()

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
        send(socket, resultResponse(id, subscribers.remove(socket, call.end)))
      } else {
        const subscriber = subscribers.add(socket, call.begin)
        send(socket, resultResponse(id, subscriber.id))
        notifyOfPast(subscriber)
      }
    } catch (error) {
      const rpcError = toRpcError(error)
      if (!rpcError) log.error({ err: error }, 'ledger: a subscription failed')
      send(socket, errorResponse(id, rpcError))
    }
  }

  function notifyOfPast(subscriber: Subscriber): void {
    const { subscription } = subscriber
    if (subscription.kind !== 'signature') return
    const transaction = store.findTransaction(subscription.signature)
    if (transaction && transaction.slot <= slots.newest(subscription.commitment))
      subscribers.notify(subscriber, subscription.commitment, transaction)
  }

  sockets.on('connection', (socket) => {
    socket.on('error', (error) => log.debug({ err: error }, 'ledger: a subscriber broke off'))
    socket.on('message', (body) => answer(socket, String(body)))
    socket.on('close', () => subscribers.removeAllOf(socket))
  })

  return {
    attach: (server: Server) => acceptUpgrades(server, sockets),
    landed: (transaction: LedgerTransaction) => subscribers.notifyAll('processed', [transaction]),
    /** Must be called for every slot in turn: each brings exactly one older slot to each commitment. */
    slotBegan(slot: number): void {
      if (subscribers.isEmpty()) return
      subscribers.notifySlot(slot, slots.newest('finalized'))
      for (const commitment of ['confirmed', 'finalized'] as const)
        subscribers.notifyAll(commitment, store.transactionsInSlot(slots.newest(commitment)))
    },
    close(): void {
      for (const socket of sockets.clients) socket.terminate()
      sockets.close()
    },
  }
}

function acceptUpgrades(server: Server, sockets: WebSocketServer): void {
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy())
    if (!isFromHere(request)) return void socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
    sockets.handleUpgrade(request, socket, head, (opened) => sockets.emit('connection', opened, request))
  })
}
