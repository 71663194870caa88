import { once } from 'node:events'
import { connect } from 'node:net'

type Answer = { resolve(value: unknown): void; reject(error: Error): void }
type Reply = [kind: 1, id: number, error: { error: string; message: string } | null, result: object | null]

const COLON = ':'.charCodeAt(0)

/** A connection to Firefox's own WebDriver, Marionette: JSON with its length in front, over TCP. */
export async function connectMarionette(port: number) {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const pending = new Map<number, Answer>()
  let received = Buffer.alloc(0)
  let lastId = 0

  socket.on('data', (bytes) => {
    received = Buffer.concat([received, bytes])
    for (let message = takeMessage(); message !== undefined; message = takeMessage())
      if (Array.isArray(message)) settle(message as Reply)
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    for (const { reject } of pending.values()) reject(new Error('Firefox has closed the connection'))
  })

  function takeMessage(): unknown {
    const start = received.indexOf(COLON) + 1
    const end = start + Number(received.subarray(0, Math.max(0, start - 1)))
    if (start === 0 || received.length < end) return undefined
    const message: unknown = JSON.parse(received.subarray(start, end).toString())
    received = received.subarray(end)
    return message
  }

  function settle([, id, error, result]: Reply): void {
    const answer = pending.get(id)
    pending.delete(id)
    if (error) answer?.reject(new Error(`${error.error}: ${error.message}`))
    else answer?.resolve(result && 'value' in result ? result.value : result)
  }

  return (name: string, parameters: Record<string, unknown> = {}): Promise<unknown> => {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    lastId += 1
    pending.set(lastId, { resolve, reject })
    const message = JSON.stringify([0, lastId, name, parameters])
    socket.write(`${Buffer.byteLength(message)}:${message}`)
    return promise
  }
}
