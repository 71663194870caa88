import type { Playback } from '../contract.ts'
import { type StreamWatch, watchStream } from '../player/sources/watch-stream.ts'

/** Plays while the video is in view; returns how to stop. */
export function playInView(video: HTMLVideoElement, playback: Playback): () => void {
  let watch: StreamWatch | undefined
  const observer = new IntersectionObserver((entries) => {
    if (!entries.at(-1)?.isIntersecting) video.pause()
    else if (watch) void video.play().catch(() => {})
    else watch = watchStream(video, playback)
  })
  observer.observe(video)
  return () => {
    observer.disconnect()
    watch?.stop()
  }
}
