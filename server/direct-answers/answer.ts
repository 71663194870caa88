import { STATUS_CODES } from 'node:http'

/** A response ready to be sent, but for the headers that belong to the connection. */
export type Answer = { status: number; head: string; body: Buffer | undefined }

const MAX_ENCODED_BYTES = 32 * 1024 * 1024

export function createAnswer(
  status: number,
  headers: Record<string, string | number>,
  body?: Buffer,
): Answer {
  const rows = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return { status, head: `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${rows.join('')}`, body }
}

/** Adds the headers that node:http adds. All who get the same answer in the same second share its bytes. */
export function createEncoder(keepAliveS: number): (answer: Answer) => Buffer {
  const encoded = new Map<Answer, Buffer>()
  let bytesKept = 0
  let second = 0
  let ofConnection = ''

  function startSecond(now: number): void {
    second = now
    const date = new Date(now * 1_000).toUTCString()
    ofConnection = `Date: ${date}\r\nConnection: keep-alive\r\nKeep-Alive: timeout=${keepAliveS}\r\n\r\n`
  }

  return (answer) => {
    const now = Math.floor(Date.now() / 1_000)
    if (now !== second || bytesKept > MAX_ENCODED_BYTES) {
      startSecond(now)
      encoded.clear()
      bytesKept = 0
    }
    const known = encoded.get(answer)
    if (known) return known
    const head = Buffer.from(answer.head + ofConnection, 'latin1')
    const bytes = answer.body ? Buffer.concat([head, answer.body]) : head
    encoded.set(answer, bytes)
    bytesKept += bytes.length
    return bytes
  }
}
