import { MEDIA_SERVERS, tokenOf } from '../app/features/live/hooks/hook-signature.server.ts'
import { CannotStart } from '../app/platform/settings/cannot-start.server.ts'
import { findRunningSite } from './support/find-running-site.ts'
import { runScript } from './support/run-script.ts'
import { isSet, readSiteEnvironment } from './support/site-database.ts'

const USAGE = `STREAM_HOOK_SECRET=… npm run stream-hook -- ${MEDIA_SERVERS.join('|')} [http://10.0.0.5:3000] [--token]`
const NO_SECRET = `STREAM_HOOK_SECRET is not set; it takes the long random text that the site is started with. For example:
  export STREAM_HOOK_SECRET=$(openssl rand -base64 32)
  npm start
and in a second terminal, with the same STREAM_HOOK_SECRET, this script again.`

/** The address that a media server calls, with its token; or the token alone, for a header. */
await runScript(USAGE, async (args) => {
  const { streamHooks, publicUrl, dataDir } = readSiteEnvironment()
  const running = isSet('PUBLIC_URL') ? undefined : await findRunningSite(dataDir)
  const [name, site = running?.site ?? publicUrl, ...others] = args.filter((arg) => arg !== '--token')
  const server = MEDIA_SERVERS.find((known) => known === name)
  if (server === undefined || !URL.canParse(site) || others.length > 0)
    throw new CannotStart(`Usage: ${USAGE}`)
  if (streamHooks.secret === undefined) throw new CannotStart(NO_SECRET)
  const token = tokenOf(server, streamHooks.secret)
  const address = new URL(`/api/hooks/${server}`, site)
  address.searchParams.set('token', token)
  console.log(args.includes('--token') ? token : address.href)
})
