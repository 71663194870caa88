import type { Quality } from './sources/quality.ts'

const KEY = 'npc_quality'

/** For this visit: on the next one, the connection may be another. */
export function recallQuality(): Quality {
  try {
    const stored = sessionStorage.getItem(KEY) ?? ''
    return stored === 'audio' ? 'audio' : Number(stored) || 'auto'
  } catch {
    return 'auto'
  }
}

export function rememberQuality(quality: Quality): void {
  try {
    sessionStorage.setItem(KEY, String(quality))
  } catch {
    // Without storage the choice holds until the page is left.
  }
}
