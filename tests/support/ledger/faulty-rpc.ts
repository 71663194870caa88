import type { ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { startServer } from '../start-server.ts'

type Request = { id: unknown; method: string; params: unknown[] }

export type FaultyRpc = {
  url: string
  calls: string[]
  /** What it does from now on; undefined passes everything on to the real one. */
  behave(fault: Fault | undefined): void
  close(): void
}

export type Fault = {
  /** The requests that it is about; all of them otherwise. */
  onlyIf?(request: Request): boolean
  /** Answers by itself. */
  answer?(response: ServerResponse, request: Request): void
  /** Changes what the real one said. */
  alter?(result: never, request: Request): unknown
}

/** A door to a ledger that can be told to misbehave. */
export async function faultyRpc(ledgerUrl: string): Promise<FaultyRpc> {
  let fault: Fault | undefined
  const calls: string[] = []
  const { url, close } = await startServer(async (request, response) => {
    const body = await text(request)
    const asked = JSON.parse(body) as Request
    calls.push(asked.method)
    const active = fault?.onlyIf?.(asked) === false ? undefined : fault
    if (active?.answer) return active.answer(response, asked)
    const real = await fetch(ledgerUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    const told = (await real.json()) as { result?: never }
    if (active?.alter && 'result' in told) told.result = active.alter(told.result as never, asked) as never
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(told))
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
