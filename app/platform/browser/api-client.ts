import type { Problem } from '../http/problem.ts'

const TIMEOUT_MS = 15_000
/** A phone sends slowly. */
export const FILE_TIMEOUT_MS = 60_000

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

export function sendJson<T>(
  method: 'POST' | 'PUT' | 'DELETE',
  address: string,
  body?: object,
  timeoutMs?: number,
): Promise<T> {
  if (body === undefined) return request(address, { method })
  const headers = { 'content-type': 'application/json' }
  return request(address, { method, headers, body: JSON.stringify(body) }, timeoutMs)
}

export function sendFile<T>(method: 'POST' | 'PUT', address: string, file: Blob): Promise<T> {
  const headers = { 'content-type': file.type || 'application/octet-stream' }
  return request(address, { method, headers, body: file }, FILE_TIMEOUT_MS)
}

async function request<T>(address: string, options: RequestInit, timeoutMs = TIMEOUT_MS): Promise<T> {
  const response = await fetch(address, { ...options, signal: AbortSignal.timeout(timeoutMs) })
  if (response.ok) return (await response.json()) as T
  const problem = (await response.json().catch(() => undefined)) as Partial<Problem> | undefined
  if (problem?.detail) throw new ApiProblem(response.status, problem.detail, problem.code)
  throw new Error(`${address} answered ${response.status}`)
}
