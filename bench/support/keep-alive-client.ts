import { connect } from 'node:net'

export type KeepAliveResponse = { status: number; header(name: string): string | undefined; body: Buffer }
/** One persistent connection; one request at a time. */
export type KeepAliveClient = { get(path: string): Promise<KeepAliveResponse>; close(): void }

const HEAD_ENDS = '\r\n\r\n'

/** A minimal HTTP client: hundreds of them leave the CPU to the server. */
export function openKeepAliveClient(url: string): Promise<KeepAliveClient> {
  const { hostname, port, host } = new URL(url)
  let chunks: Buffer[] = []
  let bytes = 0
  let expected: number | undefined
  let waiting = Promise.withResolvers<KeepAliveResponse>()

  function receive(chunk: Buffer): void {
    chunks.push(chunk)
    bytes += chunk.length
    expected ??= lengthOf(joined(chunks))
    if (expected === undefined || bytes < expected) return
    const response = parse(joined(chunks))
    chunks = []
    bytes = 0
    expected = undefined
    waiting.resolve(response)
  }

  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => resolve({ get, close: () => socket.destroy() }))
    socket.setNoDelay(true)
    socket.on('data', receive)
    socket.on('error', reject)
    socket.on('close', () => waiting.reject(new Error(`${host} closed the connection`)))

    function get(path: string): Promise<KeepAliveResponse> {
      waiting = Promise.withResolvers()
      socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
      return waiting.promise
    }
  })
}

/** Most responses arrive in one chunk. */
function joined(chunks: Buffer[]): Buffer {
  const [only] = chunks
  return only && chunks.length === 1 ? only : Buffer.concat(chunks)
}

/** Length of the whole response; undefined until its head is complete. */
function lengthOf(received: Buffer): number | undefined {
  const end = received.indexOf(HEAD_ENDS)
  if (end < 0) return undefined
  const length = /^content-length: (\d+)/im.exec(received.toString('latin1', 0, end))?.[1]
  return end + HEAD_ENDS.length + Number(length ?? 0)
}

function parse(whole: Buffer): KeepAliveResponse {
  const end = whole.indexOf(HEAD_ENDS)
  const head = whole.toString('latin1', 0, end)
  return {
    status: Number(head.split(' ', 2)[1]),
    header: (name) => new RegExp(`^${name}: (.*)`, 'im').exec(head)?.[1],
    body: whole.subarray(end + HEAD_ENDS.length),
  }
}
