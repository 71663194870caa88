/**
 * An answer to a request that could not be served, after RFC 9457; `detail` is a sentence a visitor may read, `code` a
 * stable name for programs.
 */
export type Problem = { type: string; title: string; status: number; detail: string; code?: string }

export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8'

const KNOWN: Record<number, [title: string, detail: string]> = {
  400: ['Bad request', 'The request could not be understood.'],
  404: ['Not found', 'There is nothing at this address.'],
  405: ['Method not allowed', 'Pages can only be read.'],
  408: ['Request timeout', 'The request took too long to arrive.'],
  409: ['Conflict', 'Somebody was faster.'],
  413: ['Too large', 'The request is too large.'],
  414: ['Address too long', 'The address is too long.'],
  415: ['Unsupported media type', 'Only JSON is understood here.'],
  422: ['Refused', 'The request was understood and refused.'],
  429: ['Too many requests', 'That was a lot at once. Please wait a moment.'],
  431: ['Headers too large', 'The headers of the request are too large.'],
  500: ['Internal error', 'Something broke on our side. Please try again.'],
  503: ['Unavailable', 'This is resting for a moment. Please try again.'],
}

const REFUSED: [string, string] = ['Refused', 'The request was refused.']

export function problem(status: number, detail?: string): Problem {
  const [title, usualDetail] = KNOWN[status] ?? REFUSED
  return { type: 'about:blank', title, status, detail: detail ?? usualDetail }
}
