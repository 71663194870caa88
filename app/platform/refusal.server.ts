/** A request that is answered with a problem; `detail` is the sentence the visitor reads. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly statusCode: number

  constructor(statusCode: number, detail: string) {
    super(detail)
    this.statusCode = statusCode
  }
}
