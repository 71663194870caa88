const RETRY_MS = 1_500
/** The first key frame may be one of another size: the phone was just turned. */
const FAILURES_BEFORE_NEWS = 2

type Confirmation = { kind: 'live' | 'unplayable' }

/** Reports `live` as soon as `canPlay` says so, and `unplayable` while it does not. */
export async function confirmLive(
  canPlay: () => Promise<boolean>,
  onState: (state: Confirmation) => void,
  signal: AbortSignal,
): Promise<void> {
  for (let tries = 1; !signal.aborted; tries += 1) {
    const isPlayable = await canPlay().catch(() => false)
    if (signal.aborted) return
    if (isPlayable) return onState({ kind: 'live' })
    if (tries >= FAILURES_BEFORE_NEWS) onState({ kind: 'unplayable' })
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
  }
}
