import { MEDIA_SERVERS, tokenOf } from '../app/features/live/hook-signature.server.ts'
import { CannotStart } from '../app/platform/cannot-start.server.ts'
import { readSiteEnvironment } from './site-database.ts'

const USAGE = `Usage: npm run stream-hook -- ${MEDIA_SERVERS.join('|')} [http://10.0.0.5:3000] [--token]`

/** The address that a media server calls, with its token; or the token alone, for a header. */
function describeHook(args: string[]): string {
  const { streamHooks, publicUrl } = readSiteEnvironment()
  const isTokenAlone = args.includes('--token')
  const [name, site = publicUrl, ...others] = args.filter((arg) => arg !== '--token')
  const server = MEDIA_SERVERS.find((known) => known === name)
  if (server === undefined || !URL.canParse(site) || others.length > 0) throw new CannotStart(USAGE)
  if (streamHooks.secret === undefined)
    throw new CannotStart('STREAM_HOOK_SECRET is not set; it takes the long random text that the site has')
  if (isTokenAlone) return tokenOf(server, streamHooks.secret)
  const address = new URL(`/api/hooks/${server}`, site)
  address.searchParams.set('token', tokenOf(server, streamHooks.secret))
  return address.href
}

try {
  console.log(describeHook(process.argv.slice(2)))
} catch (error) {
  if (!(error instanceof CannotStart)) throw error
  console.error(error.message)
  process.exitCode = 1
}
