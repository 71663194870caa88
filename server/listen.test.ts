import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freePort } from '../app/platform/network/free-port.server.ts'
import { silentLog } from '../tests/support/database/test-database.ts'
import { until } from '../tests/support/until.ts'
import { readEnvironment } from './environment.ts'
import { listen } from './listen.ts'
import { acceptFaster } from './plugins/accept-faster.ts'
import { closeApp } from './shutdown.ts'

const apps: FastifyInstance[] = []

afterEach(() => Promise.all(apps.splice(0).map((app) => app.close())))

function site(): FastifyInstance {
  const app = Fastify({ forceCloseConnections: 'idle' })
  acceptFaster(app, silentLog)
  app.get('/', async () => 'served')
  apps.push(app)
  return app
}

let environment: ReturnType<typeof readEnvironment>

beforeEach(async () => {
  environment = readEnvironment({ PORT: String(await freePort()) })
})

test('300 connections at once are all answered', async () => {
  const url = await listen(site(), environment)
  const answers = await Promise.all(Array.from({ length: 300 }, () => ask(url)))
  expect(new Set(answers.map((answer) => answer.split('\r\n', 1)[0]))).toEqual(new Set(['HTTP/1.1 200 OK']))
})

test('a second site cannot share the port by mistake', async () => {
  await listen(site(), environment)
  await expect(listen(site(), environment)).rejects.toThrow('EADDRINUSE')
})

test('closing ends idle connections and frees the port', async () => {
  const first = site()
  const url = await listen(first, environment)
  const kept = await Promise.all(Array.from({ length: 100 }, () => fetch(url)))
  expect(kept.every(({ ok }) => ok)).toBe(true)
  await closeApp(first)
  await expect(fetch(url)).rejects.toThrow()
  expect(await listen(site(), environment)).toBe(url)
})

async function ask(url: string, path = '/'): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
  return text(socket)
}

test('closing waits for requests in progress on every listening socket', async () => {
  const app = site()
  const waiting: (() => void)[] = []
  app.get('/slow', () => new Promise((resolve) => waiting.push(() => resolve('served in the end'))))
  const url = await listen(app, environment)
  const answers = Array.from({ length: 50 }, () => ask(url, '/slow'))
  await until(() => waiting.length === 50)
  const closed = closeApp(app)
  await until(() =>
    fetch(url).then(
      () => false,
      () => true,
    ),
  )
  for (const release of waiting) release()
  for (const answer of await Promise.all(answers)) expect(answer).toContain('served in the end')
  await closed
})
