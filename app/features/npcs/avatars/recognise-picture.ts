type PictureFormat = 'jpeg' | 'png' | 'webp'

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const RIFF = [0x52, 0x49, 0x46, 0x46]
const WEBP = [0x57, 0x45, 0x42, 0x50]

/** By the first bytes: neither the name of a file nor what a browser calls it proves anything. */
export function recognisePicture(bytes: Uint8Array): PictureFormat | undefined {
  const has = (expected: number[], at = 0) => expected.every((byte, index) => bytes[at + index] === byte)
  if (has([0xff, 0xd8, 0xff])) return 'jpeg'
  if (has(PNG)) return 'png'
  return has(RIFF) && has(WEBP, 8) ? 'webp' : undefined
}
