/** Constrained baseline, which every viewer's device decodes: level 3.1 up to 1280 × 720, level 4 up to 1920 × 1080. */
const LEVEL_3_1 = 'avc1.42e01f'
const LEVEL_4 = 'avc1.42e028'
const MAX_PIXELS_LEVEL_3_1 = 1280 * 720

/** Undefined for a video without a size. H.264 takes even lengths only. */
export function h264Config(
  size: { width: number; height: number },
  bitsPerSecond: number,
): VideoEncoderConfig | undefined {
  const width = size.width - (size.width % 2)
  const height = size.height - (size.height % 2)
  if (width === 0 || height === 0) return undefined
  return {
    codec: width * height > MAX_PIXELS_LEVEL_3_1 ? LEVEL_4 : LEVEL_3_1,
    width,
    height,
    bitrate: bitsPerSecond,
    framerate: 30,
    latencyMode: 'realtime',
    avc: { format: 'avc' },
  }
}
