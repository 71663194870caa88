import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Many readers of one address in a process of their own; told what to measure over IPC. */
type Order = { url: string; readers: number; seconds: number }
export type Heard = { deliveries: number; p50Ms: number; p99Ms: number }

const OPENED_AT_ONCE = 200

process.once('message', async (order: Order) => {
  const delays: number[] = []
  let isMeasuring = false
  const sockets: Socket[] = []
  const hear = (chunk: Buffer) => {
    if (!isMeasuring) return
    const sentAt = /"sentAt":(\d+)/.exec(chunk.toString('latin1'))?.[1]
    if (sentAt) delays.push(Date.now() - Number(sentAt))
  }
  while (sockets.length < order.readers) {
    const count = Math.min(OPENED_AT_ONCE, order.readers - sockets.length)
    sockets.push(...(await Promise.all(Array.from({ length: count }, () => open(order.url, hear)))))
  }
  process.send?.('open')
  await sleep(3_000)
  isMeasuring = true
  process.send?.('measuring')
  await sleep(order.seconds * 1_000)
  isMeasuring = false
  delays.sort((a, b) => a - b)
  const at = (part: number) => delays[Math.floor(delays.length * part)] ?? Number.NaN
  process.send?.({ deliveries: delays.length, p50Ms: at(0.5), p99Ms: at(0.99) } satisfies Heard)
  for (const socket of sockets) socket.destroy()
  process.disconnect()
})

function open(url: string, hear: (chunk: Buffer) => void): Promise<Socket> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(
        `GET /api/events HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAccept: text/event-stream\r\n\r\n`,
      )
    })
    socket.once('data', () => resolve(socket))
    socket.on('data', hear)
    socket.once('error', reject)
  })
}
