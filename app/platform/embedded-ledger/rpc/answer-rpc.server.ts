import type { Log } from '../../logging/logging.server.ts'
import { RpcError, toRpcError } from './rpc-error.server.ts'
import type { Method } from './rpc-params.server.ts'

export type Methods = ReadonlyMap<string, Method>
type RpcRequest = { id: string | number | null | undefined; method: string; params: unknown }

const MAX_IN_BATCH = 100

/** The answer to a body; undefined when it held only notifications. */
export async function answerRpc(methods: Methods, log: Log, body: string): Promise<string | undefined> {
  const input = parseJson(body)
  if (input === undefined) return JSON.stringify(errorResponse(null, new RpcError('parse', 'Parse error')))
  if (!Array.isArray(input)) {
    const response = await answerOne(methods, log, input)
    return response && JSON.stringify(response)
  }
  if (input.length === 0 || input.length > MAX_IN_BATCH)
    return JSON.stringify(
      errorResponse(null, new RpcError('invalidRequest', `A batch holds 1 to ${MAX_IN_BATCH} requests`)),
    )
  const responses: object[] = []
  for (const request of input) {
    const response = await answerOne(methods, log, request)
    if (response) responses.push(response)
  }
  return responses.length > 0 ? JSON.stringify(responses) : undefined
}

async function answerOne(methods: Methods, log: Log, input: unknown): Promise<object | undefined> {
  const request = readRequest(input)
  if (!request) return errorResponse(null, new RpcError('invalidRequest', 'Invalid request'))
  const { id } = request
  try {
    const method = methods.get(request.method)
    if (!method) throw new RpcError('methodNotFound', 'Method not found')
    const result = await method(request.params)
    return id === undefined ? undefined : resultResponse(id, result)
  } catch (error) {
    const rpcError = toRpcError(error)
    if (!rpcError) log.error({ err: error, method: request.method }, 'ledger: a call failed')
    return id === undefined ? undefined : errorResponse(id, rpcError)
  }
}

export function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

export function readRequest(input: unknown): RpcRequest | undefined {
  if (typeof input !== 'object' || input === null) return undefined
  const { id, method, params } = input as Record<string, unknown>
  const isId = id === undefined || id === null || typeof id === 'string' || typeof id === 'number'
  return isId && typeof method === 'string' ? { id, method, params } : undefined
}

export function resultResponse(id: RpcRequest['id'], result: unknown): object {
  return { jsonrpc: '2.0', id, result }
}

const INTERNAL = new RpcError('internal', 'Internal error')

export function errorResponse(id: RpcRequest['id'], { code, message, data } = INTERNAL): object {
  return { jsonrpc: '2.0', id: id ?? null, error: { code, message, ...(data === undefined ? {} : { data }) } }
}
