/** The codes Solana's own validators answer with. */
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
