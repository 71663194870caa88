/** An answer to a request that could not be served, after RFC 9457; `detail` is a sentence a visitor may read. */
export type Problem = { type: string; title: string; status: number; detail: string }

const TITLES: Record<number, string> = {
  400: 'Bad request',
  404: 'Not found',
  405: 'Method not allowed',
  408: 'Request timeout',
  409: 'Conflict',
  413: 'Too large',
  414: 'Address too long',
  415: 'Unsupported media type',
  422: 'Refused',
  429: 'Too many requests',
  431: 'Headers too large',
  500: 'Internal error',
  503: 'Unavailable',
}

export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8'

export function problem(status: number, detail: string): Problem {
  return { type: 'about:blank', title: TITLES[status] ?? 'Error', status, detail }
}
