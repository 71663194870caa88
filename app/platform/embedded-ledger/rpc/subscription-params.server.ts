import type { Address, Commitment, Signature } from '@solana/kit'
import * as v from 'valibot'
import { RpcError } from './rpc-error.server.ts'
import { address, commitment, config, type Method, method, signature } from './rpc-params.server.ts'

export type Subscription =
  | { kind: 'slot' }
  | { kind: 'signature'; signature: Signature; commitment: Commitment }
  | { kind: 'logs'; mentions?: Address; commitment: Commitment }

const subscriptionConfig = config({ commitment })
const logsFilter = v.union([
  v.picklist(['all', 'allWithVotes']),
  v.object({ mentions: v.strictTuple([address]) }),
])

const subscribeToSignature = method([signature, subscriptionConfig], (of, options): Subscription => {
  return { kind: 'signature', signature: of, ...options }
})
const subscribeToLogs = method([logsFilter, subscriptionConfig], (filter, options): Subscription => {
  return { kind: 'logs', ...options, ...(typeof filter === 'object' && { mentions: filter.mentions[0] }) }
})
const SUBSCRIBE = new Map<string, Method>([
  ['slotSubscribe', (): Subscription => ({ kind: 'slot' })],
  ['signatureSubscribe', subscribeToSignature],
  ['logsSubscribe', subscribeToLogs],
])
const UNSUBSCRIBE = new Set(['slotUnsubscribe', 'signatureUnsubscribe', 'logsUnsubscribe'])
const readId = method([v.number()], (id) => id)

export function readSubscriptionCall(name: string, params: unknown) {
  if (UNSUBSCRIBE.has(name)) return { end: readId(params) as number }
  const read = SUBSCRIBE.get(name)
  if (!read) throw new RpcError('methodNotFound', 'Method not found')
  return { begin: read(params) as Subscription }
}
