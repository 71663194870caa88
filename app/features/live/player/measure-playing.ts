/** How watching has gone so far. */
export type Experience = { firstFrameMs: number | undefined; stalls: number; stalledMs: number }

/** From the moment it is called; stops when `signal` says so. */
export function measurePlaying(video: HTMLVideoElement, signal: AbortSignal): () => Experience {
  const startedAt = performance.now()
  let firstFrameMs: number | undefined
  let stalls = 0
  let stalledMs = 0
  let stalledSince: number | undefined

  function onPlaying(): void {
    firstFrameMs ??= performance.now() - startedAt
    if (stalledSince !== undefined) stalledMs += performance.now() - stalledSince
    stalledSince = undefined
  }

  function onWaiting(): void {
    if (firstFrameMs === undefined || stalledSince !== undefined) return
    stalls += 1
    stalledSince = performance.now()
  }

  video.addEventListener('playing', onPlaying, { signal })
  video.addEventListener('waiting', onWaiting, { signal })
  return () => {
    const current = stalledSince === undefined ? 0 : performance.now() - stalledSince
    return { firstFrameMs, stalls, stalledMs: stalledMs + current }
  }
}
