import { fileURLToPath } from 'node:url'
import { CannotStart } from '../../app/platform/settings/cannot-start.server.ts'
import {
  findCaddy,
  findCertbot,
  findNginx,
  findOrInstall,
  findPebble,
} from '../../scripts/support/find-program.ts'
import { runScript } from '../../scripts/support/run-script.ts'
import { buildIfStale } from '../../server/build-site.ts'
import { runIsolated } from '../support/bare/bare-debian.ts'

const USAGE =
  'npm run try:tls, as root; tries deploy/Caddyfile and deploy/nginx-site.conf with real certificates'
const INSIDE = fileURLToPath(new URL('try-tls-inside.ts', import.meta.url))

await runScript(USAGE, async () => {
  findOrInstall(findCaddy, 'caddy')
  findOrInstall(findNginx, 'nginx-light')
  findOrInstall(findCertbot, 'certbot')
  findOrInstall(findPebble, 'pebble')
  await buildIfStale()
  if (!(await runIsolated(INSIDE, []))) throw new CannotStart('TLS does not work as promised, see above')
})
