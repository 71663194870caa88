import { type Playback, STREAM_ID } from '../contract.ts'
import { measurePlaying, type PlaybackMetrics } from './measure-playing.ts'
import { recallQuality } from './remembered-quality.ts'
import { recallVolume } from './remembered-volume.ts'
import { type StreamWatch, watchStream } from './sources/watch-stream.ts'

type OpenPlayer = { watch: StreamWatch; metrics(): PlaybackMetrics; close(): void }
type Early = { video: HTMLVideoElement; url: string; player: OpenPlayer }

/** For a page that was replaced before React took it over. */
const MAX_EARLY_MS = 20_000

let early: Early | undefined

/** Plays in the video that the server wrote into the page, before React has taken the page over. */
export function playEarly(playback: Playback): void {
  const video = document.querySelector<HTMLVideoElement>(`#${STREAM_ID} video`)
  if (video === null) return
  early = { video, url: playback.url, player: open(video, playback) }
  setTimeout(() => takeEarly()?.player.close(), MAX_EARLY_MS)
}

/** Goes on with what plays in the video already. */
export function openPlayer(video: HTMLVideoElement, playback: Playback): OpenPlayer {
  const taken = takeEarly()
  if (taken?.video === video && taken.url === playback.url) return taken.player
  taken?.player.close()
  return open(video, playback)
}

function takeEarly(): Early | undefined {
  const taken = early
  early = undefined
  return taken
}

function open(video: HTMLVideoElement, { kind, url }: Playback): OpenPlayer {
  const closing = new AbortController()
  const { volume, isMuted } = recallVolume()
  video.volume = volume
  video.muted = isMuted
  const metrics = measurePlaying(video, closing.signal)
  const watch = watchStream(video, { kind, url }, recallQuality())
  return {
    watch,
    metrics,
    close() {
      closing.abort()
      watch.stop()
    },
  }
}
