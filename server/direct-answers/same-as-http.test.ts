import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerMalformed, handleErrors } from '../plugins/handle-errors.ts'
import { limitConnections } from '../plugins/limit-connections.ts'
import { createAnswer } from './answer.ts'
import { answerFirst, type DirectAnswer } from './answer-first.ts'

const PAGE = { 'content-type': 'text/plain; charset=utf-8', 'content-length': '4' }
/** Bytes that arrive before the connection is accepted would be read as one piece. */
const ACCEPTED_MS = 20
/** In turns of the event loop, in which the servers read: a stall of the process is one turn, however long. */
const TURN_MS = 2
const SILENT_TURNS = 200
/** Enough for an answer. */
const ANSWERED_TURNS = 50
const CONVERSATIONS = 400
const AT_ONCE = 10

let plain: FastifyInstance
let front: FastifyInstance
let direct: number

const answerWithPage: DirectAnswer = ({ url, headers }) => {
  if (url !== '/page') return undefined
  direct += 1
  const answer = createAnswer(200, PAGE, Buffer.from(headers.cookie === 'lang=de' ? 'Tag\n' : 'day\n'))
  return direct % 2 === 0 ? answer : Promise.resolve(answer)
}

async function open(isFront: boolean): Promise<FastifyInstance> {
  const app = Fastify({ clientErrorHandler: answerMalformed })
  const connections = limitConnections(app, { trustProxy: [] })
  handleErrors(app)
  app.get('/page', async ({ headers }, reply) =>
    reply.headers(PAGE).send(headers.cookie === 'lang=de' ? 'Tag\n' : 'day\n'),
  )
  app.get('/other', async () => 'other\n')
  app.put('/vote', async ({ body }) => ({ body }))
  if (isFront) answerFirst(app, connections, [answerWithPage])
  // Through a listener for data, node:http reads a chunk in one go; otherwise it answers what precedes malformed bytes.
  else app.server.on('connection', (socket: Socket) => socket.on('data', () => {}))
  await app.listen({ port: 0, host: '127.0.0.1' })
  return app
}

beforeAll(async () => {
  direct = 0
  plain = await open(false)
  front = await open(true)
})

afterAll(async () => {
  await plain.close()
  await front.close()
})

/** Of bytes that never became a request; when they come behind one, it may be sent or not. */
const MALFORMED = /HTTP\/1\.1 400 [^{]*\{[^}]*"The request could not be understood\."\}/g

type Transcript = { lines: string[]; isMalformed: boolean }

/** The status lines in order, and all other lines but those of time and connection, sorted. */
async function transcript(app: FastifyInstance, pieces: string[], pauseTurns = 1): Promise<Transcript> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.setNoDelay(true)
  socket.on('error', () => {})
  let text = ''
  let silentTurns = 0
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1')
    silentTurns = 0
  })
  await new Promise((resolve) => socket.once('connect', resolve))
  await sleep(ACCEPTED_MS)
  for (const piece of pieces) {
    if (!socket.destroyed) socket.write(piece, 'latin1')
    for (let turn = 0; turn < pauseTurns; turn += 1) await sleep(TURN_MS)
  }
  for (silentTurns = 0; !socket.destroyed && silentTurns < SILENT_TURNS; silentTurns += 1)
    await sleep(TURN_MS)
  socket.destroy()
  const understood = text.replace(MALFORMED, '')
  const lines = understood.split('\n').map((line) => line.trim())
  const isStatus = (line: string) => line.startsWith('HTTP/1.1 ')
  const isOfConnection = (line: string) => /^(date|connection|keep-alive):/i.test(line)
  const rest = lines.filter((line) => !isStatus(line) && !isOfConnection(line))
  return {
    lines: [...lines.filter(isStatus), ...rest.map((line) => line.toLowerCase()).sort()],
    isMalformed: understood !== text,
  }
}

const LAST = 'GET /other HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
const requests = fc.constantFrom(
  'GET /page HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET /page HTTP/1.1\r\nHost: x\r\nCookie: lang=de\r\nConnection: keep-alive\r\n\r\n',
  'GET /other HTTP/1.1\r\nHost: x\r\n\r\n',
  'HEAD /page HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET /missing HTTP/1.1\r\nHost: x\r\n\r\n',
  'PUT /vote HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 7\r\n\r\n{"a":1}',
)
const rows = fc.constantFrom(
  'Host: other',
  'Content-Length: 0',
  'Content-Length: 48',
  'Content-Length : 5',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding : chunked',
  'Expect: 100-continue',
  'Connection: close',
  'Connection: keep-alive, close',
  'Connection: Upgrade\r\nUpgrade: websocket',
  'Cookie: lang=de',
  'X-Forwarded-For: 192.0.2.1',
  'X: a\r\n b',
  'X: a\nCookie: lang=de',
  'X:',
  ':x',
)
const bytes = fc.constantFrom('\r', '\n', '\r\n', '\0', '\t', ' ', ':', '\x7f', '\xff', 'GET ', '/')

type Change = (text: string, at: number) => string
const nothing = fc.constant<Change>((text) => text)
const somethingOdd = fc.oneof(
  rows.map<Change>((row) => (text) => text.replace('\r\n', `\r\n${row}\r\n`)),
  bytes.map<Change>((inserted) => (text, at) => text.slice(0, at) + inserted + text.slice(at)),
  fc.constant<Change>((text, at) => text.slice(0, at) + text.slice(at + 1)),
  fc.constant<Change>((text) => text.replaceAll('\r\n', '\n')),
  fc.constant<Change>((text) => text.replace(' /', ' http://x/')),
  fc.constant<Change>((text) => text.replace('HTTP/1.1', 'HTTP/1.0')),
  fc.constant<Change>((text) => `\r\n${text}`),
)
const changes = fc.oneof(nothing, somethingOdd)
const changed = fc
  .tuple(requests, changes, fc.double({ min: 0, max: 1, noNaN: true }))
  .map(([text, change, place]) => change(text, Math.floor(place * text.length)))

/** Some requests arrive whole, some together, some in pieces. */
const conversation = fc
  .array(fc.tuple(changed, fc.constantFrom<'whole' | 'joined' | 'cut'>('whole', 'whole', 'joined', 'cut')), {
    minLength: 1,
    maxLength: 4,
  })
  .chain((parts) => fc.tuple(fc.constant(parts), fc.array(fc.nat(60), { maxLength: 4 })))
  .map(([parts, cuts]) => {
    const pieces: string[] = []
    for (const [text, how] of parts) {
      if (how === 'joined' && pieces.length > 0) pieces.push(`${pieces.pop()}${text}`)
      else if (how === 'cut') pieces.push(...cutAt(text, cuts))
      else pieces.push(text)
    }
    return [...pieces, LAST]
  })

function cutAt(text: string, cuts: number[]): string[] {
  const at = [0, ...cuts.filter((cut) => cut > 0 && cut < text.length).sort((one, other) => one - other)]
  return at.map((start, place) => text.slice(start, at[place + 1])).filter((piece) => piece !== '')
}

/**
 * Malformed bytes may cut off the answer to a request that arrives with them: a race, in which one server may be faster every
 * time. So with them a difference counts only if it stays when the request has been answered before they come.
 */
async function compare(pieces: string[]): Promise<{ expected: string[]; got: string[] }> {
  const ask = (sent: string[], pauseTurns?: number) =>
    Promise.all([transcript(plain, sent, pauseTurns), transcript(front, sent, pauseTurns)])
  let [expected, got] = await ask(pieces)
  const isSame = String(expected.lines) === String(got.lines)
  if (!isSame && (expected.isMalformed || got.isMalformed)) {
    const endOfHead = /(?<=\n\r?\n)/
    const apart = pieces.flatMap((piece) => piece.split(endOfHead))
    ;[expected, got] = await ask(apart, ANSWERED_TURNS)
  }
  return { expected: expected.lines, got: got.lines }
}

test('whatever is sent, in whatever pieces, gets the answers of node:http', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(conversation, { minLength: AT_ONCE, maxLength: AT_ONCE }),
      async (conversations) => {
        await Promise.all(
          conversations.map(async (pieces) => {
            const { expected, got } = await compare(pieces)
            expect({ pieces, got }).toEqual({ pieces, got: expected })
          }),
        )
      },
    ),
    { numRuns: CONVERSATIONS / AT_ONCE, endOnFailure: true },
  )
  expect(direct).toBeGreaterThan(CONVERSATIONS / 20)
}, 120_000)

test('a head cut at every byte gets the answer of node:http', async () => {
  const text = 'GET /page HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
  const expected = await transcript(plain, [text])
  const got = await Promise.all(
    Array.from(text, (_, at) => transcript(front, [text.slice(0, at), text.slice(at)].filter(Boolean))),
  )
  expect(new Set(got.map(({ lines }) => String(lines)))).toEqual(new Set([String(expected.lines)]))
})
