import type { Problem } from '../http/problem.ts'

const TIMEOUT_MS = 15_000

/** The server rejected the request; the message is a sentence for the visitor. */
export class ApiProblem extends Error {
  readonly status: number
  /** Names the broken rule. */
  readonly code: string | undefined
  constructor(status: number, detail: string, code?: string) {
    super(detail)
    this.status = status
    this.code = code
  }
}

export function getJson<T>(address: string): Promise<T> {
  return request(address, {})
}

export function sendJson<T>(method: 'POST' | 'PUT' | 'DELETE', address: string, body?: object): Promise<T> {
  if (body === undefined) return request(address, { method })
  const headers = { 'content-type': 'application/json' }
  return request(address, { method, headers, body: JSON.stringify(body) })
}

async function request<T>(address: string, options: RequestInit): Promise<T> {
  const response = await fetch(address, { ...options, signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (response.ok) return (await response.json()) as T
  const problem = (await response.json().catch(() => undefined)) as Partial<Problem> | undefined
  if (problem?.detail) throw new ApiProblem(response.status, problem.detail, problem.code)
  throw new Error(`${address} answered ${response.status}`)
}
