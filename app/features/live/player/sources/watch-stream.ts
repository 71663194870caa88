import type { Playback } from '../../contract.ts'
import { openHls } from './hls-source.ts'
import type { OpenSource, Source } from './video-source.ts'

/** A stream watched for as long as the visitor likes, whatever breaks in between. */
export type Watching = Pick<Source, 'delayMs' | 'goLive'> & { stop(): void }

const FIRST_RETRY_MS = 500
const MAX_RETRY_MS = 5_000

export function keepWatching(video: HTMLVideoElement, { kind, url }: Playback): Watching {
  const stopping = new AbortController()
  const { signal } = stopping
  let source: Source | undefined
  let retryMs = FIRST_RETRY_MS
  let timer: ReturnType<typeof setTimeout> | undefined
  let isUnseen = false
  let isWanted = true
  /** Counts openings: what an earlier one reports late concerns nobody any more. */
  let opening = 0

  async function open(): Promise<void> {
    opening += 1
    const own = opening
    const isCurrent = () => own === opening && !signal.aborted
    try {
      const openSource = await sourceFor(kind)
      const opened = await openSource(video, url, () => isCurrent() && retry())
      if (!isCurrent()) return opened.close()
      source = opened
      isUnseen ||= isWanted && document.hidden && video.muted
      isWanted &&= !isUnseen
      if (isWanted) await play()
      else source.setFetching(false)
    } catch {
      if (isCurrent()) retry()
    }
  }

  /** A browser that allows no sound before a tap may still allow the picture. */
  async function play(): Promise<void> {
    await video.play().catch(() => {
      video.muted = true
      return video.play().catch(() => {})
    })
  }

  function retry(): void {
    opening += 1
    source?.close()
    source = undefined
    clearTimeout(timer)
    timer = setTimeout(open, retryMs)
    retryMs = Math.min(retryMs * 2, MAX_RETRY_MS)
  }

  function on(event: string, listener: () => void): void {
    video.addEventListener(event, listener, { signal })
  }

  on('playing', () => {
    retryMs = FIRST_RETRY_MS
  })
  on('play', () => {
    if (!isWanted) {
      source?.setFetching(true)
      source?.goLive()
    }
    isWanted = true
  })
  on('pause', () => {
    if (video.ended || source === undefined) return
    isWanted = false
    source.setFetching(false)
  })

  /** Who neither sees nor hears it is spared the data. */
  function lookAround(): void {
    const isPictureOut = document.pictureInPictureElement === video
    if (document.hidden && video.muted && !isPictureOut && !video.paused) {
      isUnseen = true
      video.pause()
    } else if (!document.hidden && isUnseen) {
      isUnseen = false
      void play()
    }
  }

  document.addEventListener('visibilitychange', lookAround, { signal })
  void open()

  return {
    delayMs: async () => source?.delayMs(),
    goLive: () => source?.goLive(),
    stop() {
      stopping.abort()
      clearTimeout(timer)
      source?.close()
      source = undefined
    },
  }
}

async function sourceFor(kind: Playback['kind']): Promise<OpenSource> {
  return kind === 'hls' ? openHls : (await import('./whep-source.ts')).openWhep
}
