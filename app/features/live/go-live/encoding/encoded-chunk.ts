export function readChunk(chunk: EncodedVideoChunk | EncodedAudioChunk): {
  data: Uint8Array
  timeMs: number
} {
  const data = new Uint8Array(chunk.byteLength)
  chunk.copyTo(data)
  return { data, timeMs: chunk.timestamp / 1_000 }
}

/** The decoder's settings, which encoders report with the first chunk after each change. */
export function readDescription(
  metadata: EncodedVideoChunkMetadata | EncodedAudioChunkMetadata | undefined,
): Uint8Array | undefined {
  const source = metadata?.decoderConfig?.description
  if (source === undefined) return undefined
  return ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source)
}
