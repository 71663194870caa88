import { crc32 } from 'node:zlib'

const SIGNATURE_BYTES = 8
const LENGTH_AND_TYPE_BYTES = 8
const CHECKSUM_BYTES = 4
const HEADER_CHUNK_BYTES = LENGTH_AND_TYPE_BYTES + 13 + CHECKSUM_BYTES
const KEYWORD = 'Description'

/** Adds a text in UTF-8 (an iTXt chunk) after the header of a PNG. */
export function describePng(png: Buffer, text: string): Buffer {
  const at = SIGNATURE_BYTES + HEADER_CHUNK_BYTES
  return Buffer.concat([png.subarray(0, at), textChunk(text), png.subarray(at)])
}

function textChunk(text: string): Buffer {
  // After the keyword: not compressed, in no named language, under no translated keyword.
  const content = Buffer.from(`iTXt${KEYWORD}\0\0\0\0\0${text}`)
  const chunk = Buffer.alloc(LENGTH_AND_TYPE_BYTES - 4 + content.length + CHECKSUM_BYTES)
  chunk.writeUInt32BE(content.length - 4)
  content.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(content), 4 + content.length)
  return chunk
}

/** What a PNG of ours says, and its size in pixels. */
export function readPng(png: Buffer): { width: number; height: number; text: string | undefined } {
  const at = SIGNATURE_BYTES + HEADER_CHUNK_BYTES
  const [width, height] = [png.readUInt32BE(SIGNATURE_BYTES + 8), png.readUInt32BE(SIGNATURE_BYTES + 12)]
  const content = png.subarray(at + 4, at + LENGTH_AND_TYPE_BYTES + png.readUInt32BE(at)).toString()
  const [keyword, text] = content.split('\0\0\0\0\0')
  return { width, height, text: keyword === `iTXt${KEYWORD}` ? text : undefined }
}
