import type { ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { startServer } from '../start-server.ts'

type Request = { id: unknown; method: string; params: unknown[] }

export type FaultyRpc = {
  url: string
  calls: string[]
  /** Sets its behaviour; undefined forwards everything to the ledger. */
  behave(fault: Fault | undefined): void
  close(): void
}

export type Fault = {
  /** Limits the fault to some requests. */
  onlyIf?(request: Request): boolean
  /** Answers instead of the ledger. */
  answer?(response: ServerResponse, request: Request): void
  /** Changes the ledger's answer. */
  alter?(result: never, request: Request): unknown
}

/** A proxy to a ledger's RPC that can be made to misbehave. */
export async function faultyRpc(ledgerUrl: string): Promise<FaultyRpc> {
  let fault: Fault | undefined
  const calls: string[] = []
  const { url, close } = await startServer(async (request, response) => {
    const body = await text(request)
    const call = JSON.parse(body) as Request
    calls.push(call.method)
    const active = fault?.onlyIf?.(call) === false ? undefined : fault
    if (active?.answer) return active.answer(response, call)
    const forwarded = await fetch(ledgerUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    const answer = (await forwarded.json()) as { result?: never }
    if (active?.alter && 'result' in answer)
      answer.result = active.alter(answer.result as never, call) as never
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(answer))
  })
  return {
    url,
    calls,
    behave: (next) => {
      fault = next
    },
    close,
  }
}

export const DOWN: Fault = { answer: (response) => response.destroy() }

export function withStatus(status: number, headers: Record<string, string> = {}): Fault {
  return { answer: (response) => response.writeHead(status, headers).end('no') }
}

export function withError(code: number, message: string): Fault {
  return {
    answer: (response, { id }) => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } }))
    },
  }
}

export function withBody(body: string): Fault {
  return { answer: (response) => response.writeHead(200, { 'content-type': 'application/json' }).end(body) }
}

export const HTML: Fault = withBody('<html><body>Bad gateway</body></html>')
export const HALF_JSON: Fault = withBody('{"jsonrpc":"2.0","id":"0","resu')
export const HANGS: Fault = { answer: () => {} }
export const LACKS_TRANSACTIONS: Fault = {
  alter: (result, { method }) => {
    if (method === 'getTransaction') return null
    return method === 'getSignatureStatuses' ? { context: { slot: 1 }, value: [null] } : result
  },
}
