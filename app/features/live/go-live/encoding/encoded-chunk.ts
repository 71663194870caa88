type Chunk = EncodedVideoChunk | EncodedAudioChunk
type Metadata = EncodedVideoChunkMetadata | EncodedAudioChunkMetadata

/** Encoders report the decoder's settings with the first chunk after each change. */
export function readChunk(chunk: Chunk, metadata: Metadata | undefined) {
  const data = new Uint8Array(chunk.byteLength)
  chunk.copyTo(data)
  const description = metadata?.decoderConfig?.description
  return { data, timeMs: chunk.timestamp / 1_000, settings: description && bytesOf(description) }
}

function bytesOf(source: AllowSharedBufferSource): Uint8Array {
  return ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source)
}
