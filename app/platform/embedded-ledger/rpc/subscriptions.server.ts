import type { Server } from 'node:http'
import { type WebSocket, WebSocketServer } from 'ws'
import { monotonicClock } from '../../clock.ts'
import type { Log } from '../../logging/logging.server.ts'
import { emptyAccount, type LedgerMachine } from '../ledger/ledger-machine.server.ts'
import type { LedgerSlots } from '../ledger/ledger-slots.server.ts'
import type { LedgerStore, LedgerTransaction } from '../ledger/ledger-store.server.ts'
import { changedAddresses } from '../transactions/render-transaction.server.ts'
import { createAccountChanges } from './account-changes.server.ts'
import { errorResponse, parseJson, readRequest, resultResponse } from './answer-rpc.server.ts'
import { createRejections } from './rejections.server.ts'
import { RpcError, toRpcError } from './rpc-error.server.ts'
import { isFromHere } from './rpc-server.server.ts'
import { createSubscribers, type Subscriber, send } from './subscribers.server.ts'
import { readSubscriptionCall } from './subscription-params.server.ts'

const LARGEST_MESSAGE_BYTES = 64 * 1024
const MAX_CONNECTIONS = 200

type SubscribedLedger = { store: LedgerStore; slots: LedgerSlots; machine: LedgerMachine; log: Log }

export function createSubscriptions({ store, slots, machine, log }: SubscribedLedger) {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: LARGEST_MESSAGE_BYTES })
  const subscribers = createSubscribers(machine.account)
  const changes = createAccountChanges()

  /** Throws what is to be rejected. */
  function answer(socket: WebSocket, input: unknown): void {
    const request = readRequest(input)
    if (input === undefined) throw new RpcError('parse', 'Parse error')
    if (!request) throw new RpcError('invalidRequest', 'Invalid request')
    const call = readSubscriptionCall(request.method, request.params)
    if ('end' in call) {
      send(socket, resultResponse(request.id, subscribers.remove(socket, call.end)))
    } else {
      const subscriber = subscribers.add(socket, call.begin)
      send(socket, resultResponse(request.id, subscriber.id))
      notifyOfPast(subscriber)
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
    const rejections = createRejections({ clock: monotonicClock, end: () => socket.terminate() })
    socket.on('error', (error) => log.debug({ err: error }, 'ledger: a subscriber broke off'))
    socket.on('message', (body) => {
      const input = parseJson(String(body))
      const request = readRequest(input)
      // kit keeps a connection alive with {"method":"ping"}, a notification that wants no answer.
      if (request && request.id === undefined) return
      try {
        answer(socket, input)
      } catch (error) {
        const rpcError = toRpcError(error)
        if (!rpcError) log.error({ err: error }, 'ledger: a subscription failed')
        rejections.reject(() => send(socket, errorResponse(request?.id, rpcError)))
      }
    })
    socket.on('close', () => {
      rejections.forget()
      subscribers.removeAllOf(socket)
    })
  })

  return {
    attach: (server: Server) => acceptUpgrades(server, sockets),
    landed(transaction: LedgerTransaction): void {
      const { slot } = transaction
      const changed = changedAddresses(transaction)
      const accounts = changed.map((address) => machine.account(address) ?? emptyAccount(address))
      changes.add(slot, accounts)
      subscribers.notifyAll('processed', [transaction])
      subscribers.notifyOfAccounts('processed', slot, accounts)
    },
    /** Must be called for every slot in turn: each brings exactly one older slot to each commitment. */
    slotBegan(slot: number): void {
      const root = slots.newest('finalized')
      if (!subscribers.isEmpty()) {
        subscribers.notifySlot(slot, root)
        for (const commitment of ['confirmed', 'finalized'] as const) {
          const reached = slots.newest(commitment)
          subscribers.notifyAll(commitment, store.transactionsInSlot(reached))
          subscribers.notifyOfAccounts(commitment, reached, changes.inSlot(reached))
        }
      }
      changes.forgetUpTo(root)
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
    if (sockets.clients.size >= MAX_CONNECTIONS)
      return void socket.end('HTTP/1.1 503 Service Unavailable\r\n\r\n')
    sockets.handleUpgrade(request, socket, head, (opened) => sockets.emit('connection', opened, request))
  })
}
