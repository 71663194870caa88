type Volume = { volume: number; isMuted: boolean }

const KEY = 'npc_sound'
/** Muted until the visitor turns the audio on. */
const DEFAULT_VOLUME: Volume = { volume: 1, isMuted: true }

export function recallVolume(): Volume {
  try {
    const { volume, isMuted } = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Volume
    const isVolume = typeof volume === 'number' && volume >= 0 && volume <= 1
    return isVolume && typeof isMuted === 'boolean' ? { volume, isMuted } : DEFAULT_VOLUME
  } catch {
    return DEFAULT_VOLUME
  }
}

export function rememberVolume(volume: Volume): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(volume))
  } catch {
    // Without storage the visitor has to unmute again on the next visit.
  }
}
