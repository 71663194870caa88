import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { SYSTEM_PATH } from '../../../app/platform/embedded-postgres/postgres-program.server.ts'
import { findCaddy, findCertbot, findNginx, findOrInstall } from '../../../scripts/support/find-program.ts'
import { runNginx } from '../nginx.ts'
import { waitFor } from '../wait-for.ts'
import type { CertificateAuthority } from './pebble.ts'

/** As it stands in the files of deploy/. */
export const DOMAIN = 'example.com'
const DEPLOY = fileURLToPath(new URL('../../../deploy/', import.meta.url))

const run = promisify(execFile)

export type TlsProxy = {
  name: string
  certFile: string
  keyFile: string
  /** Resolves when a new certificate is on disk. */
  renew(): Promise<void>
  stop(): Promise<void>
}

/** In front of a Caddyfile: our authority instead of Let's Encrypt. */
export function acmeOptions({
  directory,
  certFile,
}: Pick<CertificateAuthority, 'directory' | 'certFile'>): string {
  // Caddy looks for certificates to renew every ten minutes, and the test's last for one and a half.
  return `{\nacme_ca ${directory}\nacme_ca_root ${certFile}\nrenew_interval 5s\n}\n`
}

/** deploy/Caddyfile as it stands. */
export async function startCaddy(folder: string, authority: CertificateAuthority): Promise<TlsProxy> {
  const config = join(folder, 'Caddyfile')
  await writeFile(config, acmeOptions(authority) + (await readFile(join(DEPLOY, 'Caddyfile'), 'utf8')))
  const env = { PATH: SYSTEM_PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  const caddy = findOrInstall(findCaddy, 'caddy')
  const child = spawn(caddy, ['run', '--config', config, '--adapter', 'caddyfile'], { env, stdio: 'ignore' })
  const place = join(folder, 'caddy', 'certificates', 'localhost-14000-dir', DOMAIN, DOMAIN)
  const certFile = `${place}.crt`
  await waitFor('the certificate of Caddy', async () => (await readFile(certFile)).length > 0)
  return {
    name: 'Caddy',
    certFile,
    keyFile: `${place}.key`,
    renew: () => untilChanged(certFile),
    stop: () => stop(child),
  }
}

/** deploy/nginx-site.conf as it stands, and the certbot command of its comment. */
export async function startNginxSite(folder: string, authority: CertificateAuthority): Promise<TlsProxy> {
  const nginx = findOrInstall(findNginx, 'nginx-light')
  const certbot = findOrInstall(findCertbot, 'certbot')
  const config = (content: string) =>
    writeFile(
      join(folder, 'nginx.conf'),
      `daemon off;\npid ${folder}/nginx.pid;\nevents {}\nhttp { ${content} }\n`,
    )
  for (const name of ['/etc/letsencrypt', '/var/lib/letsencrypt', '/var/log/letsencrypt', '/var/www/html']) {
    await mkdir(name, { recursive: true })
    await run('mount', ['-t', 'tmpfs', 'tmpfs', name])
  }
  await config('server { listen 80; root /var/www/html; }')
  const child = runNginx(nginx, folder)
  await waitFor('nginx', async () => (await fetch('http://127.0.0.1/')).status > 0)
  const askCertbot = (...args: string[]) =>
    run(certbot, [...args, '--non-interactive', '--server', authority.directory], {
      env: { PATH: SYSTEM_PATH, REQUESTS_CA_BUNDLE: authority.certFile },
    })
  const reload = `kill -HUP ${child.pid}`
  await askCertbot(
    ...[
      'certonly',
      '--webroot',
      '--webroot-path',
      '/var/www/html',
      '--domain',
      DOMAIN,
      '--deploy-hook',
      reload,
    ],
    ...['--agree-tos', '--register-unsafely-without-email'],
  )
  await config(`include ${DEPLOY}nginx-site.conf;`)
  child.kill('SIGHUP')
  const live = join('/etc/letsencrypt/live', DOMAIN)
  return {
    name: 'nginx',
    certFile: join(live, 'fullchain.pem'),
    keyFile: join(live, 'privkey.pem'),
    renew: async () => void (await askCertbot('renew', '--force-renewal')),
    stop: () => stop(child),
  }
}

async function untilChanged(file: string): Promise<void> {
  const before = await readFile(file, 'utf8')
  await waitFor('a new certificate', async () => (await readFile(file, 'utf8')) !== before, 180_000)
}

async function stop(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM')
  await once(child, 'exit')
}
