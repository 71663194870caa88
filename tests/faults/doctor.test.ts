// Same on any database: once is enough.
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { type IncomingMessage, type ServerResponse, request as sendRequest } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../app/platform/network/free-port.server.ts'
import { type TemporaryFolder, temporaryFolder } from '../../scripts/support/temporary-folder.ts'
import { type RunningSite, runSite } from '../support/site/running-site.ts'
import { scriptVariables } from '../support/site/site-variables.ts'
import { startServer, type TestServer } from '../support/start-server.ts'

const SCRIPTS = fileURLToPath(new URL('../../scripts/', import.meta.url))
const FORECAST = { current_weather: { temperature: 7, weathercode: 3 } }
const TRUSTED_PROXY = '127.0.0.2'
const UNKNOWN_PROXY = '127.0.0.3'
const run = promisify(execFile)

let site: RunningSite
let forecast: TestServer
let folder: TemporaryFolder
let certificate: string

beforeAll(async () => {
  forecast = await startServer((_request, response) => response.end(JSON.stringify(FORECAST)))
  site = await runSite({ WEATHER_URL: forecast.url, TRUST_PROXY: TRUSTED_PROXY })
  folder = await temporaryFolder()
  certificate = join(folder.path, 'certificate.pem')
  await run('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '40', '-subj', '/CN=localhost'],
    ...['-addext', 'subjectAltName=DNS:localhost', '-keyout', `${certificate}.key`, '-out', certificate],
  ])
})

afterAll(async () => {
  await site.close()
  forecast.close()
  await folder.remove()
})

async function runScript(name: string, args: string[] = [], variables: Record<string, string> = {}) {
  const env = { ...scriptVariables(site), PUBLIC_URL: site.url, WEATHER_URL: forecast.url, ...variables }
  return run(process.execPath, [join(SCRIPTS, name), ...args], { env }).then(
    ({ stdout }) => ({ code: 0, out: stdout }),
    ({ code, stdout, stderr }) => ({ code, out: stdout + stderr }),
  )
}

const wrongIn = (out: string) => [...out.matchAll(/^wrong {2}(\S+)/gm)].map(([, check]) => check)

/** A proxy with TLS in front of the site; the site sees it at `address`. Returns its own address. */
async function startProxy(
  address: string,
  forwardedFor: (request: IncomingMessage) => string,
): Promise<string> {
  function forward(request: IncomingMessage, response: ServerResponse): void {
    const headers = {
      ...request.headers,
      'x-forwarded-for': forwardedFor(request),
      'x-forwarded-proto': 'https',
    }
    const options = { headers, localAddress: address, family: 4 }
    sendRequest(site.url + request.url, options, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    }).end()
  }
  const [cert, key] = await Promise.all([readFile(certificate), readFile(`${certificate}.key`)])
  const proxy = createServer({ cert, key }, forward).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  onTestFinished(() => {
    proxy.close()
    proxy.closeAllConnections()
  })
  return `https://localhost:${(proxy.address() as AddressInfo).port}`
}

/** As nginx does with $proxy_add_x_forwarded_for. */
const append = ({ headers, socket }: IncomingMessage) =>
  [headers['x-forwarded-for'], socket.remoteAddress].filter(Boolean).join(', ')
const passOn = ({ headers, socket }: IncomingMessage) =>
  String(headers['x-forwarded-for'] ?? socket.remoteAddress)

async function examineBehind(proxy: string): Promise<string> {
  return (await runScript('doctor.ts', [], { PUBLIC_URL: proxy, NODE_EXTRA_CA_CERTS: certificate })).out
}

// Other systems have no second address of their own without being asked for one.
test.skipIf(process.platform !== 'linux')('a proxy is judged as a visitor sees it', async () => {
  const good = await examineBehind(await startProxy(TRUSTED_PROXY, append))
  expect(good).toMatch(/^well {3}proxy .* sees 127\.0\.0\.1, whatever/m)
  expect(good).toMatch(/^well {3}TLS .* valid for 39 more days/m)
  const unknown = await examineBehind(await startProxy(UNKNOWN_PROXY, append))
  expect(unknown).toMatch(/^wrong {2}proxy .* takes 127\.0\.0\.3 for every visitor.*TRUST_PROXY/m)
  const credulous = await examineBehind(await startProxy(TRUSTED_PROXY, passOn))
  expect(credulous).toMatch(/^wrong {2}proxy .* choose the address they vote from/m)
})

test('a site that is well, then one thing after another that is not', async () => {
  expect(await runScript('doctor.ts')).toMatchObject({
    code: 1,
    out: expect.stringMatching(/^wrong {2}backup/m),
  })
  await runScript('backup.ts', [join(site.dataDir, 'site.backup')])
  await runScript('stream-key.ts', ['1'])

  const atFirst = await runScript('doctor.ts')
  expect(wrongIn(atFirst.out)).toEqual([])
  expect(atFirst).toMatchObject({ code: 0, out: expect.stringContaining('All is well.') })
  for (const check of [
    'site',
    'ingest',
    'proxy',
    'database',
    'stream key',
    'RPC',
    'disk',
    'backup',
    'forecast',
  ])
    expect(atFirst.out).toMatch(new RegExp(`^well {3}${check} `, 'm'))

  const nowhere = `http://localhost:${await freePort()}`
  const misled = await runScript('doctor.ts', [], { PUBLIC_URL: nowhere, WEATHER_URL: nowhere })
  expect(misled.code).toBe(1)
  expect(wrongIn(misled.out)).toEqual(['proxy', 'forecast'])
  expect(misled.out).toContain('2 of ')

  await site.stop()
  const stopped = await runScript('doctor.ts')
  expect(stopped.code).toBe(1)
  expect(wrongIn(stopped.out)).toEqual(expect.arrayContaining(['site', 'proxy', 'RPC']))
})
