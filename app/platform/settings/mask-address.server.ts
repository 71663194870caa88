/** `parts`: the name of a database is no secret. `host`: RPC providers put keys into the path or the user. */
export type Shown = 'parts' | 'host'

const HIDDEN = '***'
const SCHEME = /^[a-z][a-z0-9+.-]*(?::\/{1,3}|\/\/)/i
const USER = /^[\w.-]{1,63}$/
const HOST = /^(?:[\w.-]+|\[[0-9a-f:.]+\])(?::\d{0,5})?$/i
const PATH = /^\/[\w.-]*$/
/** Without a scheme it could be a key; keys are longer than the parts of a host name. */
const BARE_HOST = /^[\w-]{1,24}(?:\.[\w-]{1,24})*(?::\d{1,5})?$/
const CONNINFO_KEYS = ['host', 'hostaddr', 'port', 'dbname', 'user', 'password', 'passfile', 'sslmode']

/**
 * Masks an address that could not be parsed: only parts that cannot be a password, a key or a query are shown. A
 * password may contain any character, so everything before the last @ counts as credentials.
 */
export function maskAddress(text: string, shown: Shown): string {
  const scheme = SCHEME.exec(text)?.[0] ?? ''
  const rest = text.slice(scheme.length)
  const at = rest.lastIndexOf('@')
  // An @ in a path or a query does not end credentials, and no host follows it.
  if (shown === 'host' && /[/?#]/.test(rest.slice(0, Math.max(at, 0)))) return scheme + HIDDEN
  if (at >= 0)
    return `${scheme}${maskCredentials(rest.slice(0, at), shown)}@${maskPlace(rest.slice(at + 1), shown)}`
  if (scheme !== '') return scheme + maskPlace(rest, shown)
  if (shown === 'parts' && text.includes('=')) return maskConnectionInfo(text)
  const isPlace = rest.includes('/') || rest.includes('.') || shown === 'host'
  return isPlace && BARE_HOST.test(placeOf(rest).host) ? maskPlace(rest, shown) : HIDDEN
}

function maskCredentials(credentials: string, shown: Shown): string {
  const colon = credentials.indexOf(':')
  const user = credentials.slice(0, colon)
  return shown === 'parts' && colon > 0 && USER.test(user) ? `${user}:${HIDDEN}` : HIDDEN
}

function maskPlace(text: string, shown: Shown): string {
  const { host, path, query } = placeOf(text)
  if (!HOST.test(host)) return HIDDEN
  if (shown === 'parts') return host + (path === '' || PATH.test(path) ? path : `/${HIDDEN}`)
  return (path === '' || path === '/') && query === '' ? host : `${host}/${HIDDEN}`
}

function placeOf(text: string): { host: string; path: string; query: string } {
  const [, host = '', path = '', query = ''] = /^([^/?#]*)([^?#]*)(.*)$/s.exec(text) ?? []
  return { host, path, query }
}

/** `host=db password=hunter2`: only the names, and only known ones. */
function maskConnectionInfo(text: string): string {
  const keys = CONNINFO_KEYS.filter((key) => new RegExp(`(?:^|\\s)${key}\\s*=`).test(text))
  return keys.map((key) => `${key}=${HIDDEN}`).join(' ') || HIDDEN
}
