import type { default as Hls } from 'hls.js'
import { followLiveEdge } from './follow-live-edge.ts'
import { type OfferedQualities, type Quality, readQualities } from './quality.ts'
import { ANSWERS_WITHIN_MS, type OpenVideoSource, type VideoSource } from './video-source.ts'

type SafariVideo = HTMLVideoElement & { getStartDate?(): Date }

const CONFIG = {
  lowLatencyMode: true,
  // hls.js loads its worker from a blob, which the page's policy forbids; the main thread copes.
  enableWorker: false,
  maxLiveSyncPlaybackRate: 1,
  liveSyncOnStallIncrease: 0,
  // Browsers remove old video themselves. If hls.js does it while it appends a part, it takes the segment's earlier
  // parts for missing and loads nothing more until the playlist has dropped them.
  backBufferLength: Number.POSITIVE_INFINITY,
  // In seconds of loading, and parts load fast: with the usual 3 and 9, the quality follows the connection too late.
  abrEwmaFastLive: 0.5,
  abrEwmaSlowLive: 2,
}
const HAS_CAPTIONS = /TYPE=(SUBTITLES|CLOSED-CAPTIONS)/
const FROM_LIVE_EDGE = -1
const END_MARGIN_MS = 200
const GONE = [404, 410]

const AUTOMATIC_LEVEL = -1

export const openHls: OpenVideoSource = async (video, url, onEnd, quality) => {
  const [{ address, text }, light] = await Promise.all([fetchPlaylist(url), import('hls.js/light')])
  // The light build has no captions.
  const { default: Player } = HAS_CAPTIONS.test(text) ? await import('hls.js') : light
  if (!Player.isSupported()) return openNatively(video, url, onEnd)
  const { choices, audioUri } = readQualities(text)
  const chosen = choices.includes(quality) ? quality : 'auto'
  // hls.js leaves out an audio rendition that is listed beside videos, and plays it alone.
  const source = chosen === 'audio' && audioUri ? new URL(audioUri, address).href : url
  const hls = new Player(CONFIG)
  return {
    ...openWithHlsJs(Player, hls, video, source, onEnd),
    ...(choices.length > 0 && { qualities: offerQualities(Player, hls, choices, chosen) }),
  }
}

async function fetchPlaylist(url: string): Promise<{ address: string; text: string }> {
  const response = await fetch(url, { signal: AbortSignal.timeout(ANSWERS_WITHIN_MS) })
  if (!response.ok) throw new Error(`there is no stream at ${url} (${response.status})`)
  return { address: response.url, text: await response.text() }
}

function offerQualities(Player: typeof Hls, hls: Hls, choices: OfferedQualities['choices'], first: Quality) {
  let chosen = first
  const levelOf = (quality: Quality) =>
    hls.levels.findIndex(({ width, height }) => Math.min(width, height) === quality)
  hls.on(Player.Events.MANIFEST_PARSED, () => {
    if (typeof chosen === 'number') hls.loadLevel = levelOf(chosen)
  })
  return {
    choices,
    chosen: () => chosen,
    choose(quality: Quality): boolean {
      if (quality === 'audio' || chosen === 'audio') return quality === chosen
      chosen = quality
      hls.loadLevel = quality === 'auto' ? AUTOMATIC_LEVEL : levelOf(quality)
      return true
    },
  }
}

function openWithHlsJs(
  Player: typeof Hls,
  hls: Hls,
  video: HTMLVideoElement,
  url: string,
  onEnd: () => void,
): VideoSource {
  let serverAheadMs: number | undefined
  let ending: ReturnType<typeof setTimeout> | undefined
  hls.on(Player.Events.LEVEL_LOADED, (_, { networkDetails, details }) => {
    const sentAt = Number((networkDetails as XMLHttpRequest | undefined)?.getResponseHeader('sent-at'))
    if (sentAt > 0) serverAheadMs = sentAt - Date.now()
    // hls.js does not always fetch the last part of an ended playlist, and would then wait for it forever.
    if (!details.live)
      ending ??= setTimeout(onEnd, (details.edge - video.currentTime) * 1_000 + END_MARGIN_MS)
  })
  const stopFollowing = followLiveEdge(Player, hls, video)
  function goLive(): void {
    if (hls.liveSyncPosition !== null) video.currentTime = hls.liveSyncPosition
  }
  hls.on(Player.Events.ERROR, (_, { fatal, details, response }) => {
    // hls.js would ask twice more, and show what it has meanwhile.
    const isGone = details === Player.ErrorDetails.LEVEL_LOAD_ERROR && GONE.includes(response?.code ?? 0)
    if (fatal || isGone) onEnd()
  })
  hls.loadSource(url)
  hls.attachMedia(video)
  return {
    async delayMs(): Promise<number | undefined> {
      const shown = hls.playingDate?.getTime()
      if (shown !== undefined && serverAheadMs !== undefined) return Date.now() + serverAheadMs - shown
      return hls.latency > 0 ? hls.latency * 1_000 : undefined
    },
    behindMs: () => (hls.latency > 0 ? hls.latency * 1_000 : undefined),
    goLive,
    setFetching(isOn: boolean): void {
      if (!isOn) hls.stopLoad()
      else if (hls.levels.length > 0) hls.startLoad(FROM_LIVE_EDGE)
      // Stopped before the playlist arrived, as in a hidden tab, hls.js would wait for it forever.
      else hls.loadSource(url)
    },
    close(): void {
      clearTimeout(ending)
      stopFollowing()
      hls.destroy()
    },
  }
}

/** Safari plays HLS natively and knows the wall-clock time of the playlist's start. */
function openNatively(video: SafariVideo, url: string, onEnd: () => void): VideoSource {
  video.addEventListener('ended', onEnd)
  video.addEventListener('error', onEnd)
  video.src = url
  return {
    async delayMs() {
      const startedAt = video.getStartDate?.().getTime() ?? Number.NaN
      return Number.isNaN(startedAt) ? undefined : Date.now() - startedAt - video.currentTime * 1_000
    },
    behindMs() {
      const { seekable, currentTime } = video
      return seekable.length > 0 ? (seekable.end(seekable.length - 1) - currentTime) * 1_000 : undefined
    },
    goLive() {
      if (video.seekable.length > 0) video.currentTime = video.seekable.end(video.seekable.length - 1)
    },
    setFetching(isOn) {
      if (!isOn) return
      video.src = url
      // A new source pauses the video.
      void video.play().catch(() => {})
    },
    close() {
      video.removeEventListener('ended', onEnd)
      video.removeEventListener('error', onEnd)
      video.removeAttribute('src')
      video.load()
    },
  }
}
