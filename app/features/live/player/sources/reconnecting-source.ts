import type { Playback } from '../../contract.ts'
import { openHls } from './hls-source.ts'
import type { Quality } from './quality.ts'
import type { VideoSource } from './video-source.ts'

const FIRST_RETRY_MS = 500
const MAX_RETRY_MS = 5_000

/** Opens a source and, whenever it ends or fails, the next one, with a growing delay until one has played. */
export function openReconnectingSource(
  video: HTMLVideoElement,
  { kind, url }: Playback,
  quality: () => Quality,
  onOpen: (source: VideoSource) => Promise<void>,
) {
  let source: VideoSource | undefined
  let retryMs = FIRST_RETRY_MS
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Late callbacks of earlier attempts are ignored. */
  let attempt = 0

  async function open(): Promise<void> {
    attempt += 1
    const own = attempt
    const isCurrent = () => own === attempt
    try {
      const openSource = kind === 'hls' ? openHls : (await import('./whep-source.ts')).openWhep
      const opened = await openSource(video, url, () => isCurrent() && retry(), quality())
      if (!isCurrent()) return opened.close()
      source = opened
      await onOpen(opened)
    } catch {
      if (isCurrent()) retry()
    }
  }

  function retry(): void {
    drop()
    timer = setTimeout(open, retryMs)
    retryMs = Math.min(retryMs * 2, MAX_RETRY_MS)
  }

  function drop(): void {
    attempt += 1
    clearTimeout(timer)
    source?.close()
    source = undefined
  }

  function resetRetry(): void {
    retryMs = FIRST_RETRY_MS
  }

  video.addEventListener('playing', resetRetry)
  void open()
  return {
    current: (): VideoSource | undefined => source,
    reopen(): void {
      drop()
      void open()
    },
    close(): void {
      video.removeEventListener('playing', resetRetry)
      drop()
    },
  }
}
