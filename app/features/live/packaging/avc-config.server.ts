import { readFrameSize } from '../../../platform/fmp4/h264-frame-size.server.ts'
import type { VideoTrack } from '../../../platform/fmp4/init-segment.server.ts'

const HEADER_BYTES = 6
const MAX_CONFIG = 4_096

/** Reads an AVCDecoderConfigurationRecord (ISO/IEC 14496-15); undefined when it makes no sense. */
export function readAvcConfig(avcC: Buffer): VideoTrack | undefined {
  if (avcC.length < HEADER_BYTES + 2 || avcC.length > MAX_CONFIG || avcC[0] !== 1) return undefined
  const parameterSets = (avcC[5] ?? 0) & 0x1f
  const start = HEADER_BYTES + 2
  const sps = avcC.subarray(start, start + avcC.readUInt16BE(HEADER_BYTES))
  const size = parameterSets > 0 ? readFrameSize(sps) : undefined
  return size && { avcC, size }
}
