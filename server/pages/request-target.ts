export type Target = { path: string; query: string | undefined }

const ORIGIN_OF_ABSOLUTE = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i

/** A client may send an absolute address, or a fragment, which does not belong in a request. */
export function readTarget(url: string): Target {
  const withoutOrigin = url.startsWith('/') ? url : url.replace(ORIGIN_OF_ABSOLUTE, '')
  const [whole = ''] = withoutOrigin.split('#', 1)
  const at = whole.indexOf('?')
  const path = at < 0 ? whole : whole.slice(0, at)
  return { path: path.startsWith('/') ? path : `/${path}`, query: at < 0 ? undefined : whole.slice(at + 1) }
}

/** Pages are found by the decoded path, in upper or lower case. Undefined if it cannot be decoded. */
export function normalizePath(path: string): string | undefined {
  if (!path.includes('%')) return path.toLowerCase()
  try {
    return decodeURI(path).toLowerCase()
  } catch {
    return undefined
  }
}
