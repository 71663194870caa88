import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../../app/platform/clock.ts'
import { silentLog } from '../../tests/support/database/test-database.ts'
import { handleErrors } from '../plugins/handle-errors.ts'
import { hashInline } from '../security-headers.ts'
import type { AppBuild } from './app-build.ts'
import { servePages } from './serve-pages.ts'

let app: FastifyInstance
let render: AppBuild['render']

const whole = (html: string) => ({ status: 200, html, isComplete: true })

beforeEach(() => {
  app = Fastify()
  handleErrors(app)
  const build: AppBuild = {
    isDevelopment: false,
    inline: { scripts: ['ours()'], styles: ['p{}'] },
    pages: new Map([['/', {}]]),
    render: (request) => render(request),
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

test('a script or style injected into a page is not allowed by its policy', async () => {
  render = async () => whole('<p><script>injected()</script></p><style>b{}</style><script>ours()</script>')
  const policy = String((await app.inject('/')).headers['content-security-policy'])
  expect(policy).toContain(`script-src 'self' ${hashInline('ours()')};`)
  expect(policy).toContain(`style-src 'self' ${hashInline('p{}')};`)
})

test('a first page whose data does not come is sent without it, and the whole one as soon as it is there', async () => {
  const data = Promise.withResolvers<string>()
  render = async ({ hasDatabase }) =>
    hasDatabase ? whole(await data.promise) : { status: 200, html: 'loading', isComplete: false }
  const [first, another] = await Promise.all([app.inject('/'), app.inject('/')])
  expect([first.body, another.body]).toEqual(['loading', 'loading'])
  expect(first.headers['cache-control']).toBe('no-cache')
  data.resolve('the list')
  await expect.poll(async () => (await app.inject('/')).body).toBe('the list')
  expect((await app.inject('/')).headers['cache-control']).toBe('max-age=1')
})

test('a page that cannot even be rendered without its data is 503', async () => {
  render = () => Promise.reject(new Error('broken'))
  const { statusCode, headers } = await app.inject('/')
  expect(statusCode).toBe(503)
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
})

test('queries do not add to the cache: a page is rendered once per language', async () => {
  const rendered: string[] = []
  render = async ({ language, path }) => {
    rendered.push(`${language} ${path}`)
    return whole(language)
  }
  for (let visit = 0; visit < 20; visit += 1)
    expect((await app.inject(`/?lang=de&visit=${visit}`)).body).toBe('de')
  expect(rendered).toEqual(['de /'])
})
