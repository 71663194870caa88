import { execFile, spawn } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { get } from 'node:https'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { SYSTEM_PATH } from '../../../app/platform/embedded-postgres/postgres-program.server.ts'
import { waitFor } from '../wait-for.ts'

const run = promisify(execFile)

/** How long its certificates are valid: Caddy renews them after two thirds of it. */
const VALIDITY_S = 90
const ROOT_CERTIFICATE = 'https://localhost:15000/roots/0'

export type CertificateAuthority = {
  directory: string
  /** Its own certificate, for the clients that ask it. */
  certFile: string
  /** The root of those that it issues. */
  root: string
}

/** Let's Encrypt's small authority for tests, which checks a domain on the usual ports; ends with its network. */
export async function startPebble(pebble: string, folder: string): Promise<CertificateAuthority> {
  const [certFile, keyFile] = [join(folder, 'pebble.pem'), join(folder, 'pebble.key')]
  await run('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
    ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'],
    ...['-keyout', keyFile, '-out', certFile],
  ])
  const settings = {
    ...{ listenAddress: '127.0.0.1:14000', managementListenAddress: '127.0.0.1:15000' },
    ...{ certificate: certFile, privateKey: keyFile, httpPort: 80, tlsPort: 443 },
    certificateValidityPeriod: VALIDITY_S,
  }
  await writeFile(join(folder, 'pebble.json'), JSON.stringify({ pebble: settings }))
  const env = { PATH: SYSTEM_PATH, PEBBLE_VA_NOSLEEP: '1', PEBBLE_WFE_NONCEREJECT: '0' }
  spawn(pebble, ['-config', join(folder, 'pebble.json')], { env, stdio: 'ignore' })
  const ca = await readFile(certFile)
  let root = ''
  await waitFor('the certificate authority', async () => {
    root = await fetchText(ROOT_CERTIFICATE, ca)
    return root.includes('BEGIN CERTIFICATE')
  })
  return { directory: 'https://localhost:14000/dir', certFile, root }
}

function fetchText(url: string, ca: Buffer): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  get(url, { ca, agent: false }, (answer) => text(answer).then(resolve, reject)).on('error', reject)
  return promise
}
