import { createHash } from 'node:crypto'

export const ICON_SIZE = 32
const HEADER_BYTES = 6
const ENTRY_BYTES = 16
const BITS_PER_PIXEL = 32

/** An .ico file with one image, for clients that do not read SVG. */
export function encodeIcon(png: Buffer): Buffer {
  const head = Buffer.alloc(HEADER_BYTES + ENTRY_BYTES)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(ICON_SIZE, 6)
  head.writeUInt8(ICON_SIZE, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(BITS_PER_PIXEL, 12)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, png])
}

export function readIcon(icon: Buffer): { kind: number; images: number; png: Buffer } {
  const [bytes, at] = [icon.readUInt32LE(14), icon.readUInt32LE(18)]
  return { kind: icon.readUInt16LE(2), images: icon.readUInt16LE(4), png: icon.subarray(at, at + bytes) }
}

/** Kept in the icon, so that a test can tell which drawing it shows. */
export function nameDrawing(svg: string): string {
  return `icon.svg ${createHash('sha256').update(svg).digest('hex').slice(0, 16)}`
}
