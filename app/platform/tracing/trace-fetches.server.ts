import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Span, Tracer } from './tracer.server.ts'

type Request = { origin: string; method: string }
type Created = { request: Request }
type Answered = { request: Request; response: { statusCode: number } }
type Failed = { request: Request; error: { code?: string; name?: string } }

/**
 * A span for every request by fetch() that is part of a request to the site, such as those to Solana RPCs. Only the host
 * is recorded: paths contain keys.
 */
export function traceFetches(tracer: Tracer): { close(): void } {
  const open = new WeakMap<Request, Span>()

  function onCreate(message: unknown): void {
    const { request } = message as Created
    const parent = tracer.current()
    if (parent === undefined) return
    const { hostname } = new URL(request.origin)
    const attributes = { 'http.request.method': request.method, 'server.address': hostname }
    open.set(request, tracer.start({ name: request.method, kind: 'client', attributes, parent }))
  }

  function onHeaders(message: unknown): void {
    const { request, response } = message as Answered
    const attributes = { 'http.response.status_code': response.statusCode }
    open.get(request)?.end({ attributes, hasFailed: response.statusCode >= 400 })
    open.delete(request)
  }

  function onError(message: unknown): void {
    const { request, error } = message as Failed
    const attributes = { 'error.type': error.code ?? error.name ?? 'error' }
    open.get(request)?.end({ attributes, hasFailed: true })
    open.delete(request)
  }

  const listeners = [
    ['undici:request:create', onCreate],
    ['undici:request:headers', onHeaders],
    ['undici:request:error', onError],
  ] as const
  for (const [channel, listener] of listeners) subscribe(channel, listener)
  return {
    close() {
      for (const [channel, listener] of listeners) unsubscribe(channel, listener)
    },
  }
}
