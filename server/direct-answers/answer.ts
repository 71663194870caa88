import { STATUS_CODES } from 'node:http'

/** A response ready to be sent, but for the headers that belong to the connection. */
export type Answer = { status: number; head: string; body: Buffer | undefined }

const MAX_ENCODED_BYTES = 32 * 1024 * 1024
/** A larger body is not copied: for a client that reads slowly, the copy would stay until it is through. */
const MAX_COPIED_BYTES = 64 * 1024

/** The body is apart where it is large. */
type Encoded = { bytes: Buffer; body?: Buffer }

export function createAnswer(
  status: number,
  headers: Record<string, string | number>,
  body?: Buffer,
): Answer {
  const rows = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return { status, head: `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${rows.join('')}`, body }
}

/** Adds the headers that node:http adds. All who get the same answer in the same second share its bytes. */
export function createEncoder(keepAliveS: number): (answer: Answer) => Encoded {
  const encoded = new Map<Answer, Encoded>()
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
    const made = join(Buffer.from(answer.head + ofConnection, 'latin1'), answer.body)
    encoded.set(answer, made)
    bytesKept += made.bytes.length
    return made
  }
}

function join(head: Buffer, body: Buffer | undefined): Encoded {
  if (body === undefined) return { bytes: head }
  return body.length > MAX_COPIED_BYTES ? { bytes: head, body } : { bytes: Buffer.concat([head, body]) }
}
