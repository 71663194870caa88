type Sound = { volume: number; isMuted: boolean }

const KEY = 'npc_sound'
/** A page may not make noise before the visitor has said so. */
const FIRST_TIME: Sound = { volume: 1, isMuted: true }

export function recallSound(): Sound {
  try {
    const { volume, isMuted } = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Sound
    const isVolume = typeof volume === 'number' && volume >= 0 && volume <= 1
    return isVolume && typeof isMuted === 'boolean' ? { volume, isMuted } : FIRST_TIME
  } catch {
    return FIRST_TIME
  }
}

export function rememberSound(sound: Sound): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(sound))
  } catch {
    // Storage that is full or forbidden costs the visitor one more tap next time.
  }
}
