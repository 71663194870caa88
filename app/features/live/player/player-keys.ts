import type { PlayerActions } from './player-actions.ts'

type KeyActions = Pick<PlayerActions, 'togglePlaying' | 'toggleMuted' | 'toggleFullscreen'>

/** Keys work while the player or one of its controls has the focus. */
export function pressKey(act: KeyActions, event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const key = event.key.toLowerCase()
  // On a control the space bar presses that control; elsewhere it would scroll the page.
  const isFreeSpace = key === ' ' && event.target === event.currentTarget
  if (isFreeSpace) event.preventDefault()
  if (key === 'k' || isFreeSpace) act.togglePlaying()
  if (key === 'm') act.toggleMuted()
  if (key === 'f') void act.toggleFullscreen()
}
