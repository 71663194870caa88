export type PlaybackMetrics = { firstFrameMs: number | undefined; stalls: number; stalledMs: number }

/** Measures from now until `signal` is aborted. */
export function measurePlaying(video: HTMLVideoElement, signal: AbortSignal): () => PlaybackMetrics {
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
    // A jump waits too, but is no stall.
    if (firstFrameMs === undefined || stalledSince !== undefined || video.seeking) return
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
