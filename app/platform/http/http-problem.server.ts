/** A request that is answered with a problem; `detail` is the sentence the visitor reads. */
export class HttpProblem extends Error {
  override name = 'HttpProblem'
  readonly statusCode: number
  readonly retryAfterS: number | undefined
  /** Names the broken rule for programs; stable, unlike the sentence. */
  readonly code: string | undefined

  constructor(statusCode: number, detail: string, retryAfterS?: number, code?: string) {
    super(detail)
    this.statusCode = statusCode
    this.retryAfterS = retryAfterS
    this.code = code
  }
}
