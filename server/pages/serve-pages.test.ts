import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../../app/platform/clock.ts'
import { silentLog } from '../../tests/support/database/test-database.ts'
import { until } from '../../tests/support/until.ts'
import { handleErrors } from '../plugins/handle-errors.ts'
import { hashScript } from '../security-headers.ts'
import type { AppBuild } from './app-build.ts'
import { servePages } from './serve-pages.ts'

let app: FastifyInstance
let respond: AppBuild['respond']

beforeEach(() => {
  app = Fastify()
  handleErrors(app)
  const build: AppBuild = {
    isDevelopment: false,
    themeScript: 'theme()',
    pages: new Map([['/', {}]]),
    respond: (request, rendering) => respond(request, rendering),
  }
  const changes = { touch: () => {}, subscribe: () => () => {}, version: () => 0, isListening: () => true }
  servePages(app, {
    build,
    changes: { ...changes, close: async () => {} },
    clock: systemClock,
    log: silentLog,
    playbacks: [],
    embedOrigins: [],
  })
})

afterEach(() => app.close())

test('a script injected into a cached page is not allowed by its policy', async () => {
  respond = async (_request, { nonce }) =>
    new Response(`<p><script>injected()</script></p><script nonce="${nonce}">ours()</script>`)
  // A busy machine streams the page until the cached one is ready.
  await until(async () => (await app.inject('/')).headers.etag !== undefined)
  const { headers, body } = await app.inject('/')
  const policy = String(headers['content-security-policy'])
  expect(policy).toContain(`script-src 'self' ${hashScript('theme()')} ${hashScript('ours()')};`)
  expect(body).toBe('<p><script>injected()</script></p><script>ours()</script>')
  expect((await app.inject('/')).headers.etag).toBe(headers.etag)
})

test('while no complete page is available, 200 are streamed at once, and the next visitor gets 503', async () => {
  const streams: ReadableStreamDefaultController[] = []
  respond = (_request, { isStreamed }) => {
    if (!isStreamed) return new Promise(() => {})
    const body = new ReadableStream({ start: (controller) => void streams.push(controller) })
    return Promise.resolve(new Response(body))
  }
  const answers = Array.from({ length: 200 }, () => app.inject('/').then(({ statusCode }) => statusCode))
  await until(() => streams.length === 200)
  const rejected = await app.inject('/')
  expect(rejected.statusCode).toBe(503)
  expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0)
  for (const stream of streams) stream.close()
  expect(new Set(await Promise.all(answers))).toEqual(new Set([200]))
  respond = async () => new Response('streamed')
  expect((await app.inject('/')).statusCode).toBe(200)
})

test('queries do not add to the cache: a page is rendered once per language', async () => {
  const rendered: string[] = []
  respond = async (request, { language, isStreamed }) => {
    if (!isStreamed) rendered.push(`${language} ${request.url}`)
    return new Response(language)
  }
  await until(async () => (await app.inject('/?lang=de')).headers.etag !== undefined)
  for (let visit = 0; visit < 20; visit += 1)
    expect((await app.inject(`/?lang=de&visit=${visit}`)).body).toBe('de')
  expect(rendered).toEqual(['de http://localhost/'])
})
