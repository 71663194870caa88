import type Hls from 'hls.js'
import type { OpenSource, Source } from './video-source.ts'

const CONFIG = {
  lowLatencyMode: true,
  // A worker would have to be made of a blob, which the page's policy forbids; there is little to do.
  enableWorker: false,
  maxLiveSyncPlaybackRate: 1.1,
  // After each stall it keeps a little more distance; a second, as it is otherwise, would be a lot.
  liveSyncOnStallIncrease: 0.25,
  backBufferLength: 10,
}
const HAS_CAPTIONS = /TYPE=(SUBTITLES|CLOSED-CAPTIONS)/
const FROM_LIVE_EDGE = -1
const LAST_WAIT_MS = 200
const JUMP_EVERY_MS = 5_000
/** After that long without a stall, the usual distance will do again. */
const CALM_MS = 60_000

export const openHls: OpenSource = async (video, url, onEnd) => {
  const [playlist, light] = await Promise.all([fetch(url), import('hls.js/light')])
  if (!playlist.ok) throw new Error(`there is no stream at ${url} (${playlist.status})`)
  // The small one knows nothing of captions.
  const { default: Player } = HAS_CAPTIONS.test(await playlist.text()) ? await import('hls.js') : light
  return Player.isSupported() ? openWith(Player, video, url, onEnd) : openNatively(video, url, onEnd)
}

function openWith(Player: typeof Hls, video: HTMLVideoElement, url: string, onEnd: () => void): Source {
  const hls = new Player(CONFIG)
  let serverAheadMs: number | undefined
  let ending: ReturnType<typeof setTimeout> | undefined
  hls.on(Player.Events.LEVEL_LOADED, (_, { networkDetails, details }) => {
    const sentAt = Number((networkDetails as XMLHttpRequest | undefined)?.getResponseHeader('sent-at'))
    if (sentAt > 0) serverAheadMs = sentAt - Date.now()
    // The last part of a list that ends is not always fetched, and the video then waits for it for ever.
    if (!details.live) ending ??= setTimeout(onEnd, (details.edge - video.currentTime) * 1_000 + LAST_WAIT_MS)
  })
  let jumpedAt = 0
  hls.on(Player.Events.LEVEL_UPDATED, (_, { details }) => {
    // hls.js plays faster to catch up, and gives up on who is farther behind than this.
    const isFar = hls.latency > 2 * (hls.targetLatency ?? Number.POSITIVE_INFINITY) + details.targetduration
    if (!isFar || video.paused || performance.now() - jumpedAt < JUMP_EVERY_MS) return
    jumpedAt = performance.now()
    goLive()
  })
  let stalledAt: number | undefined
  hls.on(Player.Events.LEVEL_UPDATED, (_, { details }) => {
    const usual = details.partHoldBack || details.holdBack
    if (stalledAt === undefined || usual === 0 || performance.now() - stalledAt < CALM_MS) return
    stalledAt = undefined
    hls.targetLatency = usual
  })
  function goLive(): void {
    if (hls.liveSyncPosition !== null) video.currentTime = hls.liveSyncPosition
  }
  hls.on(Player.Events.ERROR, (_, { fatal, details }) => {
    if (details === Player.ErrorDetails.BUFFER_STALLED_ERROR) stalledAt = performance.now()
    if (fatal) onEnd()
  })
  hls.loadSource(url)
  hls.attachMedia(video)
  return {
    async delayMs() {
      const shown = hls.playingDate?.getTime()
      if (shown !== undefined && serverAheadMs !== undefined) return Date.now() + serverAheadMs - shown
      return hls.latency > 0 ? hls.latency * 1_000 : undefined
    },
    goLive,
    setFetching: (isOn) => (isOn ? hls.startLoad(FROM_LIVE_EDGE) : hls.stopLoad()),
    close() {
      clearTimeout(ending)
      hls.destroy()
    },
  }
}

/** Safari plays it by itself, and knows when what it shows was made. */
function openNatively(
  video: HTMLVideoElement & { getStartDate?(): Date },
  url: string,
  onEnd: () => void,
): Source {
  video.addEventListener('ended', onEnd)
  video.addEventListener('error', onEnd)
  video.src = url
  return {
    async delayMs() {
      const startedAt = video.getStartDate?.().getTime() ?? Number.NaN
      return Number.isNaN(startedAt) ? undefined : Date.now() - startedAt - video.currentTime * 1_000
    },
    goLive() {
      if (video.seekable.length > 0) video.currentTime = video.seekable.end(video.seekable.length - 1)
    },
    setFetching(isOn) {
      if (isOn) video.src = url
    },
    close() {
      video.removeEventListener('ended', onEnd)
      video.removeEventListener('error', onEnd)
      video.removeAttribute('src')
      video.load()
    },
  }
}
