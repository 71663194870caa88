import type { RtmpMessage } from './chunk-reader.server.ts'

const CONTINUES = 0b1100_0000
const EXTENDED = 0xff_ffff

/** A message in chunks: a full header first, then one-byte headers that continue it. */
export function encodeMessage(chunkStreamId: number, message: RtmpMessage, chunkSize: number): Buffer {
  const { type, timestamp, streamId, payload } = message
  const isExtended = timestamp >= EXTENDED
  const header = Buffer.alloc(12)
  header.writeUInt8(chunkStreamId, 0)
  header.writeUIntBE(isExtended ? EXTENDED : timestamp, 1, 3)
  header.writeUIntBE(payload.length, 4, 3)
  header.writeUInt8(type, 7)
  header.writeUInt32LE(streamId, 8)
  const extendedTime = Buffer.alloc(isExtended ? 4 : 0)
  if (isExtended) extendedTime.writeUInt32BE(timestamp)
  const parts: Buffer[] = [header, extendedTime]
  for (let at = 0; at < payload.length; at += chunkSize) {
    if (at > 0) parts.push(Buffer.of(CONTINUES | chunkStreamId), extendedTime)
    parts.push(payload.subarray(at, at + chunkSize))
  }
  return Buffer.concat(parts)
}
