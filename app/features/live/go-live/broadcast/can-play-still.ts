import { LEVEL_3_1, type Size } from '../encoding/h264-encoder.ts'

const TYPE = `video/mp4; codecs="${LEVEL_3_1}"`
const MAX_DECODING_MS = 3_000

/**
 * Plays the newest key frame as viewers' players do. False if they could not, or would see another size. A browser
 * without media sources, as on iPhones, cannot try it and only fetches the frame.
 */
export async function canPlayStill(url: string, size: Size, signal: AbortSignal): Promise<boolean> {
  const response = await fetch(url, { cache: 'no-store', signal })
  if (!response.ok || !('MediaSource' in window)) return response.ok
  return canDecode(await response.arrayBuffer(), size)
}

function canDecode(still: ArrayBuffer, { width, height }: Size): Promise<boolean> {
  const video = document.createElement('video')
  const source = URL.createObjectURL(sourceOf(still))
  const hasSize = () => video.videoWidth === width && video.videoHeight === height
  return new Promise<boolean>((resolve) => {
    // First the size of the decoder settings, then that of the frame: some decoders play on when they differ.
    video.onloadedmetadata = () => !hasSize() && resolve(false)
    video.onloadeddata = () => resolve(hasSize())
    video.onerror = () => resolve(false)
    setTimeout(resolve, MAX_DECODING_MS, false)
    video.muted = true
    video.playsInline = true
    video.src = source
    video.play().catch(() => {})
  }).finally(() => {
    video.removeAttribute('src')
    video.load()
    URL.revokeObjectURL(source)
  })
}

/** Players use a media source too; as a file, the same frame may play where its settings are wrong. */
function sourceOf(still: ArrayBuffer): MediaSource {
  const media = new MediaSource()
  media.onsourceopen = () => {
    const buffer = media.addSourceBuffer(TYPE)
    buffer.onupdateend = () => media.readyState === 'open' && media.endOfStream()
    buffer.appendBuffer(still)
  }
  return media
}
