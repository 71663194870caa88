import { isAddress } from '@solana/kit'
import * as v from 'valibot'
import { isSignature } from '../../is-signature.server.ts'
import { RpcError } from './rpc-error.server.ts'

export type Method = (params: unknown) => unknown
type Params<Items extends v.TupleItems> = v.InferOutput<v.TupleSchema<Items, undefined>>

/** Checks the parameters, which are a list in Solana's RPC, before the method runs. */
export function method<const Items extends v.TupleItems>(
  items: Items,
  run: (...params: Params<Items>) => unknown,
): Method {
  const schema = v.tuple(items)
  return (params) => {
    const parsed = v.safeParse(schema, padded(params ?? [], items.length))
    if (parsed.success) return run(...(parsed.output as Params<Items>))
    const [issue] = parsed.issues
    const place = v.getDotPath(issue) ?? 'params'
    throw new RpcError('invalidParams', `Invalid params: ${place}: ${issue.message}`)
  }
}

function padded(params: unknown, length: number): unknown {
  return Array.isArray(params) ? Array.from({ length }, (_, index) => params[index]) : params
}

export const integer = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
export const text = v.string()

export const address = v.pipe(v.string(), v.guard(isAddress, 'not an address'))
export const signature = v.pipe(v.string(), v.guard(isSignature, 'not a signature'))

export const commitment = v.optional(v.picklist(['processed', 'confirmed', 'finalized']), 'finalized')
export const contextEntries = { commitment, minContextSlot: v.optional(integer) }
export const contextConfig = config(contextEntries)
export const wireEncoding = v.optional(v.picklist(['base58', 'base64']), 'base58')

/** The last parameter of most methods: an optional object. */
export function config<const Entries extends v.ObjectEntries>(entries: Entries) {
  const object = v.object(entries)
  return v.pipe(
    v.nullish(v.record(v.string(), v.unknown())),
    v.transform((given) => given ?? {}),
    object,
  )
}
