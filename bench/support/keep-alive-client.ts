import { connect } from 'node:net'

export type Answer = { status: number; header(name: string): string | undefined; body: Buffer }
/** One connection that is kept; one question at a time. */
export type Line = { get(path: string): Promise<Answer>; close(): void }

const HEAD_ENDS = '\r\n\r\n'

/** The least that an HTTP client can be, so that hundreds of them leave the machine to the server. */
export function openLine(url: string): Promise<Line> {
  const { hostname, port, host } = new URL(url)
  let chunks: Buffer[] = []
  let bytes = 0
  let expected: number | undefined
  let waiting = Promise.withResolvers<Answer>()

  function hear(chunk: Buffer): void {
    chunks.push(chunk)
    bytes += chunk.length
    expected ??= lengthOf(Buffer.concat(chunks))
    if (expected === undefined || bytes < expected) return
    const answer = parse(Buffer.concat(chunks))
    chunks = []
    bytes = 0
    expected = undefined
    waiting.resolve(answer)
  }

  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => resolve({ get, close: () => socket.destroy() }))
    socket.setNoDelay(true)
    socket.on('data', hear)
    socket.on('error', reject)
    socket.on('close', () => waiting.reject(new Error(`${host} hung up`)))

    function get(path: string): Promise<Answer> {
      waiting = Promise.withResolvers()
      socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
      return waiting.promise
    }
  })
}

/** Of the whole answer; undefined while its head has not come. */
function lengthOf(begun: Buffer): number | undefined {
  const end = begun.indexOf(HEAD_ENDS)
  if (end < 0) return undefined
  const length = /^content-length: (\d+)/im.exec(begun.toString('latin1', 0, end))?.[1]
  return end + HEAD_ENDS.length + Number(length ?? 0)
}

function parse(whole: Buffer): Answer {
  const end = whole.indexOf(HEAD_ENDS)
  const head = whole.toString('latin1', 0, end)
  return {
    status: Number(head.split(' ', 2)[1]),
    header: (name) => new RegExp(`^${name}: (.*)`, 'im').exec(head)?.[1],
    body: whole.subarray(end + HEAD_ENDS.length),
  }
}
