import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** The response that node:http is sending, or is about to send, on this connection. */
export function responseOf(socket: Duplex): ServerResponse | undefined {
  return (socket as { _httpMessage?: ServerResponse | null })._httpMessage ?? undefined
}
