import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { SOLANA_ERROR__RPC__TRANSPORT_HTTP_ERROR, SolanaError } from '@solana/kit'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { captureLog } from '../../../tests/support/site/captured-log.ts'
import { serializeError } from './serialize-error.server.ts'

const LOGGING = fileURLToPath(new URL('./logging.server.ts', import.meta.url))

function rpcError() {
  return new SolanaError(SOLANA_ERROR__RPC__TRANSPORT_HTTP_ERROR, {
    headers: new Headers({ 'retry-after': '8' }),
    message: 'Too Many Requests',
    statusCode: 429,
  })
}

test('an error of @solana/kit, whose context is frozen, is logged', () => {
  const { log, lines } = captureLog()
  expect(Object.isFrozen(rpcError().context)).toBe(true)
  log.warn({ err: rpcError() }, 'limited')
  log.warn(rpcError())
  expect(lines()).toMatchObject([
    { msg: 'limited', err: { type: 'SolanaError', message: expect.stringContaining('429') } },
    { err: { type: 'SolanaError' } },
  ])
})

test('Fastify logs such an error with the same serializer', async () => {
  const { log, lines } = captureLog()
  const app = Fastify({ loggerInstance: log })
  app.get('/', async ({ log: ofRequest }) => {
    ofRequest.error({ err: rpcError() }, 'failed')
    throw rpcError()
  })
  expect((await app.inject('/')).statusCode).toBe(500)
  expect(lines().filter(({ err }) => err?.type === 'SolanaError')).toHaveLength(2)
  await app.close()
})

test('causes and the errors of an AggregateError are shown', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  const both = new AggregateError([refused, refused], 'all refused')
  expect(serializeError(new TypeError('fetch failed', { cause: both }))).toMatchObject({
    type: 'TypeError',
    message: 'fetch failed',
    stack: expect.stringContaining('fetch failed'),
    cause: { type: 'AggregateError', errors: [{ code: 'ECONNREFUSED' }, { code: 'ECONNREFUSED' }] },
  })
})

test.each<[string, () => unknown]>([
  [
    'a cycle',
    () =>
      Object.assign(new Error('a'), {
        get cause() {
          return this
        },
      }),
  ],
  [
    'a long chain',
    () => Array.from({ length: 1_000 }).reduce((cause) => new Error('x'.repeat(9_000), { cause })),
  ],
  ['many errors', () => new AggregateError(Array.from({ length: 9_000 }, () => new Error('one')))],
  [
    'throwing getters',
    () =>
      Object.defineProperty({}, 'message', {
        get: () => {
          throw new Error('no')
        },
      }),
  ],
  [
    'a proxy',
    () =>
      new Proxy(new Error('p'), {
        get: () => {
          throw new Error('no')
        },
      }),
  ],
  [
    'a revoked proxy',
    () => {
      const { proxy, revoke } = Proxy.revocable({}, {})
      revoke()
      return { errors: proxy, cause: proxy }
    },
  ],
  ['no prototype', () => Object.create(null)],
  ['null', () => null],
  ['a symbol', () => Symbol('s')],
])('%s is logged in a bounded line', (_name, make) => {
  const { log, lines } = captureLog()
  log.error({ err: make() }, 'hostile')
  expect(lines()).toMatchObject([{ msg: 'hostile', err: { type: expect.any(String) } }])
  expect(JSON.stringify(lines()[0]).length).toBeLessThan(40_000)
})

test('keys and passwords in addresses are masked', () => {
  const error = new Error(
    'cannot reach https://rpc.example/v2/SECRET?api-key=SECRET as postgres://me:SECRET@db/x',
  )
  const text = JSON.stringify(serializeError(error))
  expect(text).not.toContain('SECRET')
  expect(text).toContain('https://rpc.example/***')
})

async function logInto(stderr: number | 'pipe'): Promise<number | null> {
  const script = `import { createLog } from ${JSON.stringify(LOGGING)}
const log = createLog('info')
for (let line = 0; line < 200; line += 1) { log.info('a line'); await new Promise((next) => setTimeout(next, 1)) }
process.stdout.write('alive')
process.exit(0)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', stderr],
  })
  child.stderr?.destroy()
  const [code] = await once(child, 'exit')
  return code
}

test('a closed stderr does not end the process', async () => {
  expect(await logInto('pipe')).toBe(0)
})

test.skipIf(process.platform !== 'linux')('a full disk behind stderr does not end the process', async () => {
  const full = openSync('/dev/full', 'w')
  expect(await logInto(full)).toBe(0)
  closeSync(full)
})
