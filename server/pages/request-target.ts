export type Target = { path: string; query: string | undefined }

const ORIGIN_OF_ABSOLUTE = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i

/** A client may send an absolute address, and a fragment that belongs into no request. */
export function readTarget(url: string): Target {
  const [whole = ''] = url.replace(ORIGIN_OF_ABSOLUTE, '').split('#', 1)
  const at = whole.indexOf('?')
  const path = at < 0 ? whole : whole.slice(0, at)
  return { path: path.startsWith('/') ? path : `/${path}`, query: at < 0 ? undefined : whole.slice(at + 1) }
}

/** The router in the browser decodes an address and takes no notice of case. Undefined: it cannot be decoded. */
export function asRouterReads(path: string): string | undefined {
  if (!path.includes('%')) return path.toLowerCase()
  try {
    return decodeURI(path).toLowerCase()
  } catch {
    return undefined
  }
}
