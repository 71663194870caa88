import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

/** A minimal Node server that answers every request with the bytes it got on stdin. */
type Answer = { status: number; headers: Record<string, string>; body: string }

const answer = JSON.parse(await text(process.stdin)) as Answer
const body = Buffer.from(answer.body, 'base64')

const server = createServer((_request, response) => {
  response.writeHead(answer.status, answer.headers)
  response.end(body)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address && typeof address === 'object') console.log(`http://127.0.0.1:${address.port}`)
})
