export function isMotionReduced(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** Plays nothing for visitors who asked for less motion. */
export function animate(
  element: Element | null,
  keyframes: PropertyIndexedKeyframes,
  durationMs: number,
): void {
  if (!isMotionReduced()) element?.animate(keyframes, { duration: durationMs, easing: 'ease-out' })
}
