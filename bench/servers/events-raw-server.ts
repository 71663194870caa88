import { createServer, type ServerResponse } from 'node:http'

/** A minimal Node server that sends every reader one event per second. */
const readers = new Set<ServerResponse>()
let id = 0

const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' })
  response.write('retry: 2000\n\n')
  readers.add(response)
  response.once('close', () => readers.delete(response))
})

setInterval(() => {
  id += 1
  const frame = `id: ${id}\nevent: bench\ndata: ${JSON.stringify({ sentAt: Date.now() })}\n\n`
  for (const reader of readers) reader.write(frame)
}, 1_000)

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address && typeof address === 'object') console.log(`site http://127.0.0.1:${address.port}`)
})
