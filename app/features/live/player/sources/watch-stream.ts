import type { Playback } from '../../contract.ts'
import type { Quality } from './quality.ts'
import { openReconnectingSource } from './reconnecting-source.ts'
import type { VideoSource } from './video-source.ts'

export type StreamWatch = Pick<VideoSource, 'delayMs' | 'goLive'> & {
  behindMs(): number | undefined
  /** The browser rejects playing until the visitor asks for it. */
  isBlocked(): boolean
  /** Empty where viewers have no choice. */
  qualities(): Quality[]
  quality(): Quality
  setQuality(quality: Quality): void
  stop(): void
}

/** Plays a stream, downloading only while the visitor wants to watch and can see or hear it. */
export function watchStream(
  video: HTMLVideoElement,
  playback: Playback,
  firstQuality: Quality = 'auto',
): StreamWatch {
  const stopping = new AbortController()
  const { signal } = stopping
  let isWanted = true
  let isPausedUnseen = false
  let isBlocked = false
  let wanted = firstQuality
  const source = openReconnectingSource(video, playback, () => wanted, start)

  async function start(opened: VideoSource): Promise<void> {
    isPausedUnseen ||= isWanted && document.hidden && video.muted
    isWanted &&= !isPausedUnseen
    if (isWanted) await play()
    else opened.setFetching(false)
  }

  /** A browser that blocks audio before a tap may still allow muted video. */
  async function play(): Promise<void> {
    if (await isAllowed(video.play())) return
    video.muted = true
    if (await isAllowed(video.play())) return
    isBlocked = true
    isWanted = false
    source.current()?.setFetching(false)
  }

  function onPlay(): void {
    if (!isWanted) {
      source.current()?.setFetching(true)
      source.current()?.goLive()
    }
    isWanted = true
    isBlocked = false
  }

  function onPause(): void {
    const current = source.current()
    if (video.ended || current === undefined) return
    isWanted = false
    current.setFetching(false)
  }

  function onVisibilityChange(): void {
    const isInPictureInPicture = document.pictureInPictureElement === video
    if (document.hidden && video.muted && !isInPictureInPicture && !video.paused) {
      isPausedUnseen = true
      video.pause()
    } else if (!document.hidden && isPausedUnseen) {
      isPausedUnseen = false
      void play()
    }
  }

  video.addEventListener('play', onPlay, { signal })
  video.addEventListener('pause', onPause, { signal })
  document.addEventListener('visibilitychange', onVisibilityChange, { signal })
  return {
    delayMs: async () => source.current()?.delayMs(),
    behindMs: () => source.current()?.behindMs?.(),
    goLive: () => source.current()?.goLive(),
    isBlocked: () => isBlocked,
    qualities: () => source.current()?.qualities?.choices ?? [],
    quality: () => source.current()?.qualities?.chosen() ?? 'auto',
    setQuality(quality) {
      wanted = quality
      if (source.current()?.qualities?.choose(quality) === false) source.reopen()
    },
    stop() {
      stopping.abort()
      source.close()
    },
  }
}

/** An interrupted attempt, as when the visitor pauses or the source is closed, says nothing about the browser's rules. */
function isAllowed(playing: Promise<void>): Promise<boolean> {
  return playing.then(
    () => true,
    (error) => !(error instanceof DOMException && error.name === 'NotAllowedError'),
  )
}
