const X_HANDLE = /^\w{1,15}$/
const X_LINK = /^(?:https?:\/\/)?(?:www\.|mobile\.)?(?:x|twitter)\.com\/@?(\w+)(?:[/?#].*)?$/i

/** Reads a handle typed alone, with an @, or as a link to the profile; empty if nothing was typed. */
export function readHandle(input: string): string {
  const text = input.trim()
  return X_LINK.exec(text)?.[1] ?? text.replace(/^[@＠]+/, '').trim()
}

/** By X's own rule. */
export function isHandle(handle: string): boolean {
  return X_HANDLE.test(handle)
}
