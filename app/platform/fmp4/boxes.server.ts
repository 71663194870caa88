import { u32 } from '../bytes.server.ts'

/** ISO base media boxes (ISO/IEC 14496-12): a length, four letters, and the content. */
export function box(type: string, ...content: Buffer[]): Buffer {
  const length = content.reduce((sum, part) => sum + part.length, 8)
  return Buffer.concat([u32(length), Buffer.from(type, 'latin1'), ...content], length)
}

export function fullBox(type: string, version: number, flags: number, ...content: Buffer[]): Buffer {
  return box(type, u32(((version << 24) | flags) >>> 0), ...content)
}
