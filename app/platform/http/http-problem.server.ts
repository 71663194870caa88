import type { ProblemKind, Sentences } from './problem.ts'

/** A request that is answered with a problem. Without a detail, the visitor reads the usual sentence of the status. */
export class HttpProblem extends Error {
  override name = 'HttpProblem'
  readonly statusCode: number
  readonly detail: Sentences | undefined
  readonly retryAfterS: number | undefined
  /** Names the broken rule for programs; stable, unlike the sentence. */
  readonly code: string | undefined

  constructor(statusCode: number, detail?: string | Sentences, retryAfterS?: number, code?: string) {
    const sentences = typeof detail === 'string' ? { en: detail } : detail
    super(sentences?.en ?? `status ${statusCode}`)
    this.statusCode = statusCode
    this.detail = sentences
    this.retryAfterS = retryAfterS
    this.code = code
  }
}

export function problemOf({ status, code, detail, retryAfterS }: ProblemKind): HttpProblem {
  return new HttpProblem(status, detail, retryAfterS, code)
}
