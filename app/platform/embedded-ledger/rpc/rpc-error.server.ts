import { LedgerError } from '../transactions/ledger-error.server.ts'

/** The codes of Solana's validators. */
export const RPC_CODES = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  preflight: -32002,
  signature: -32003,
  blockNotAvailable: -32004,
  unsupportedVersion: -32015,
  minContextSlot: -32016,
} as const

export class RpcError extends Error {
  override name = 'RpcError'
  readonly code: number
  readonly data: unknown

  constructor(kind: keyof typeof RPC_CODES, message: string, data?: unknown) {
    super(message)
    this.code = RPC_CODES[kind]
    this.data = data
  }
}

const KINDS: Record<LedgerError['kind'], keyof typeof RPC_CODES> = {
  malformed: 'invalidParams',
  'bad-signature': 'signature',
  'not-landed': 'preflight',
  'unsupported-version': 'unsupportedVersion',
}

/** Undefined when the caller is not to blame. */
export function toRpcError(error: unknown): RpcError | undefined {
  if (error instanceof LedgerError) return new RpcError(KINDS[error.kind], error.message, error.data)
  return error instanceof RpcError ? error : undefined
}
