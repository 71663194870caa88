import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from '../support/percentile.ts'

/** Many readers of one site in a separate process, which receives its order over IPC. */
type Order = { url: string; readers: number; seconds: number }
export type Received = { deliveries: number; p50Ms: number; p99Ms: number }

const MAX_OPENING = 200

process.once('message', async (order: Order) => {
  const delays: number[] = []
  let isMeasuring = false
  const sockets: Socket[] = []
  const receive = (chunk: Buffer) => {
    if (!isMeasuring) return
    const sentAt = /"sentAt":(\d+)/.exec(chunk.toString('latin1'))?.[1]
    if (sentAt) delays.push(Date.now() - Number(sentAt))
  }
  while (sockets.length < order.readers) {
    const count = Math.min(MAX_OPENING, order.readers - sockets.length)
    sockets.push(...(await Promise.all(Array.from({ length: count }, () => open(order.url, receive)))))
  }
  process.send?.('open')
  await sleep(3_000)
  isMeasuring = true
  process.send?.('measuring')
  await sleep(order.seconds * 1_000)
  isMeasuring = false
  const [p50Ms, p99Ms] = [percentile(delays, 0.5), percentile(delays, 0.99)]
  process.send?.({ deliveries: delays.length, p50Ms, p99Ms } satisfies Received)
  for (const socket of sockets) socket.destroy()
  process.disconnect()
})

function open(url: string, receive: (chunk: Buffer) => void): Promise<Socket> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(
        `GET /api/events HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAccept: text/event-stream\r\n\r\n`,
      )
    })
    socket.once('data', () => resolve(socket))
    socket.on('data', receive)
    socket.once('error', reject)
  })
}
