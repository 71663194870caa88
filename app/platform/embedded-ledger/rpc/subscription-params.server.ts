import {
  type Address,
  type Commitment,
  getBase58Encoder,
  getBase64Encoder,
  type Signature,
} from '@solana/kit'
import * as v from 'valibot'
import { type AccountView, accountView } from './render-account.server.ts'
import { RpcError } from './rpc-error.server.ts'
import { address, commitment, config, integer, type Method, method, signature } from './rpc-params.server.ts'

/** Of the data of an account. */
type AccountFilter = { dataSize: number } | { offset: number; bytes: Uint8Array }
export type AccountSubscription =
  | { kind: 'account'; address: Address; commitment: Commitment; view: AccountView }
  | { kind: 'program'; program: Address; filters: AccountFilter[]; commitment: Commitment; view: AccountView }
export type TransactionSubscription =
  | { kind: 'signature'; signature: Signature; commitment: Commitment }
  | { kind: 'logs'; mentions?: Address; commitment: Commitment }
export type Subscription = { kind: 'slot' | 'root' } | AccountSubscription | TransactionSubscription

const MAX_FILTERS = 4
const MAX_COMPARED_BYTES = 128

const subscriptionConfig = config({ commitment })
const accountConfig = config({ commitment, ...accountView })
const logsFilter = v.union([
  v.picklist(['all', 'allWithVotes']),
  v.object({ mentions: v.strictTuple([address]) }),
])
const comparedBytes = v.pipe(v.string(), v.maxLength(2 * MAX_COMPARED_BYTES))
const memcmp = v.object({
  offset: integer,
  bytes: comparedBytes,
  encoding: v.optional(v.picklist(['base58', 'base64']), 'base58'),
})
const accountFilter = v.union([v.object({ dataSize: integer }), v.object({ memcmp })])
const programConfig = config({
  commitment,
  ...accountView,
  filters: v.nullish(v.pipe(v.array(accountFilter), v.maxLength(MAX_FILTERS))),
})

const subscribeToAccount = method([address, accountConfig], (of, options): Subscription => {
  const { commitment, ...view } = options
  return { kind: 'account', address: of, commitment, view }
})
const subscribeToProgram = method([address, programConfig], (program, options): Subscription => {
  const { commitment, filters, ...view } = options
  return { kind: 'program', program, commitment, view, filters: (filters ?? []).map(readFilter) }
})
const subscribeToSignature = method([signature, subscriptionConfig], (of, options): Subscription => {
  return { kind: 'signature', signature: of, ...options }
})
const subscribeToLogs = method([logsFilter, subscriptionConfig], (filter, options): Subscription => {
  return { kind: 'logs', ...options, ...(typeof filter === 'object' && { mentions: filter.mentions[0] }) }
})

function readFilter(filter: v.InferOutput<typeof accountFilter>): AccountFilter {
  if ('dataSize' in filter) return filter
  const { offset, bytes, encoding } = filter.memcmp
  const encoder = encoding === 'base64' ? getBase64Encoder() : getBase58Encoder()
  try {
    return { offset, bytes: Uint8Array.from(encoder.encode(bytes)) }
  } catch {
    throw new RpcError('invalidParams', `Invalid params: 1.filters: not ${encoding}`)
  }
}

const SUBSCRIBE = new Map<string, Method>([
  ['slotSubscribe', (): Subscription => ({ kind: 'slot' })],
  ['rootSubscribe', (): Subscription => ({ kind: 'root' })],
  ['accountSubscribe', subscribeToAccount],
  ['programSubscribe', subscribeToProgram],
  ['signatureSubscribe', subscribeToSignature],
  ['logsSubscribe', subscribeToLogs],
])
const UNSUBSCRIBE = new Set([...SUBSCRIBE.keys()].map((name) => name.replace('Subscribe', 'Unsubscribe')))
const readId = method([v.number()], (id) => id)

export function readSubscriptionCall(name: string, params: unknown) {
  if (UNSUBSCRIBE.has(name)) return { end: readId(params) as number }
  const read = SUBSCRIBE.get(name)
  if (!read) throw new RpcError('methodNotFound', 'Method not found')
  return { begin: read(params) as Subscription }
}
