type Kind = 'malformed' | 'bad-signature' | 'not-landed' | 'unsupported-version'

/** The ledger rejects a transaction or a request for one; `rpc/` maps it to Solana's codes. */
export class LedgerError extends Error {
  override name = 'LedgerError'
  readonly kind: Kind
  readonly data: unknown

  constructor(kind: Kind, message: string, data?: unknown) {
    super(message)
    this.kind = kind
    this.data = data
  }
}
