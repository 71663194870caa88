/** A request that is answered with a problem; `detail` is the sentence the visitor reads. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly statusCode: number
  readonly retryAfterS: number | undefined

  constructor(statusCode: number, detail: string, retryAfterS?: number) {
    super(detail)
    this.statusCode = statusCode
    this.retryAfterS = retryAfterS
  }
}
