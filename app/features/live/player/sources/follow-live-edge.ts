import type { default as Hls, LevelDetails } from 'hls.js'
import { chooseCatchUp } from './choose-catch-up.ts'

const USUAL_SPEED = 1
const CATCH_UP_SPEED = 1.1
/** At most three changes of speed per minute, even where a busy machine keeps falling behind. */
const MIN_SPEED_UP_INTERVAL_MS = 40_000
const MIN_JUMP_INTERVAL_MS = 5_000
/** Without a limit, a viewer who lost a little every minute would fall behind further and further. */
const MAX_JUMP_INTERVAL_MS = 40_000
/** In intervals. A jump after less has not helped for long. */
const HELPED = 10
/** In parts. The playlist asks players to stay further back, which takes effect with the first stall. */
const EAGER_LATENCY = 2.4
/** Each stall adds this much latency. */
const STALL_LATENCY_S = 0.25
/** After this long without a stall, that latency is dropped. */
const CALM_MS = 60_000

/** Keeps a video near the live edge, in place of the controller of hls.js, which changes the speed all the time. */
export function followLiveEdge(Player: typeof Hls, hls: Hls, video: HTMLVideoElement) {
  const following = new AbortController()
  let playlist: LevelDetails | undefined
  let jumpedAt = Number.NEGATIVE_INFINITY
  let jumpIntervalMs = MIN_JUMP_INTERVAL_MS
  let fasterAt = Number.NEGATIVE_INFINITY
  let stalledAt = Number.NEGATIVE_INFINITY
  let recentStalls = 0

  function updateTarget({ partTarget, partHoldBack, holdBack, targetduration }: LevelDetails): void {
    if (performance.now() - stalledAt >= CALM_MS) recentStalls = 0
    const hasStalled = Number.isFinite(stalledAt)
    const usualS = partTarget > 0 && !hasStalled ? EAGER_LATENCY * partTarget : partHoldBack || holdBack
    if (usualS > 0) hls.targetLatency = usualS + Math.min(recentStalls * STALL_LATENCY_S, targetduration)
  }

  function catchUp(): void {
    const { targetLatency } = hls
    if (playlist === undefined || targetLatency === null || video.paused || video.seeking) return
    const { partTarget, targetduration } = playlist
    // So far behind, playing faster would take too long.
    if (hls.latency > 2 * targetLatency + targetduration) {
      jump(hls.liveSyncPosition)
      return
    }
    const choice = chooseCatchUp({
      latencyS: hls.latency,
      targetS: targetLatency,
      aheadS: loadedAhead(video),
      stepS: partTarget || targetduration,
      isMuted: video.muted,
      isFaster: video.playbackRate > USUAL_SPEED,
    })
    if (choice.by === 'a jump') jump(video.currentTime + choice.jumpS)
    setSpeed(choice.by === 'playing faster' ? CATCH_UP_SPEED : USUAL_SPEED)
  }

  function setSpeed(speed: number): void {
    if (video.playbackRate === speed) return
    if (speed > USUAL_SPEED) {
      if (performance.now() - fasterAt < MIN_SPEED_UP_INTERVAL_MS) return
      fasterAt = performance.now()
    }
    video.playbackRate = speed
  }

  function jump(position: number | null): void {
    if (position === null || position <= video.currentTime) return
    const sinceJumpMs = performance.now() - jumpedAt
    if (sinceJumpMs < jumpIntervalMs) return
    const hasHelped = sinceJumpMs > HELPED * jumpIntervalMs
    jumpIntervalMs = hasHelped ? MIN_JUMP_INTERVAL_MS : Math.min(2 * jumpIntervalMs, MAX_JUMP_INTERVAL_MS)
    jumpedAt = performance.now()
    video.currentTime = position
  }

  hls.on(Player.Events.LEVEL_UPDATED, (_, { details }) => {
    playlist = details
    updateTarget(details)
    catchUp()
  })
  hls.on(Player.Events.ERROR, (_, { details }) => {
    if (details !== Player.ErrorDetails.BUFFER_STALLED_ERROR) return
    stalledAt = performance.now()
    recentStalls += 1
  })
  video.addEventListener('timeupdate', catchUp, { signal: following.signal })
  return () => following.abort()
}

function loadedAhead({ buffered, currentTime }: HTMLVideoElement): number {
  for (let range = 0; range < buffered.length; range += 1)
    if (buffered.start(range) <= currentTime && currentTime <= buffered.end(range))
      return buffered.end(range) - currentTime
  return 0
}
