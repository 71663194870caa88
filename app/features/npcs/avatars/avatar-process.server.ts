import { MAX_AVATAR_PIXELS } from '../contract.ts'

/** What the process answers; it reads one picture and ends. */
export type AvatarReport =
  | { status: 'encoded'; image: Uint8Array }
  | { status: 'rejected'; reason: 'pixels' | 'broken' }
  | { status: 'unavailable'; cause: string }

const SIZE = 256
const QUALITY = 82
const LOADERS = ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer']

type Sharp = typeof import('sharp').default

async function report(picture: Uint8Array): Promise<AvatarReport> {
  let sharp: Sharp
  try {
    sharp = (await import('sharp')).default
  } catch (error) {
    return { status: 'unavailable', cause: String(error) }
  }
  try {
    return await encode(sharp, picture)
  } catch {
    return { status: 'rejected', reason: 'broken' }
  }
}

/** The pixels alone go on: no metadata, such as where a photo was taken, and no second image behind the first. */
async function encode(sharp: Sharp, picture: Uint8Array): Promise<AvatarReport> {
  sharp.concurrency(1)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: LOADERS })
  const { width, height } = await sharp(picture, { limitInputPixels: false }).metadata()
  if (width * height > MAX_AVATAR_PIXELS) return { status: 'rejected', reason: 'pixels' }
  const image = await sharp(picture, { limitInputPixels: MAX_AVATAR_PIXELS, failOn: 'error' })
    .autoOrient()
    .resize(SIZE, SIZE, { fit: 'cover' })
    .webp({ quality: QUALITY })
    .toBuffer()
  return { status: 'encoded', image }
}

process.once('message', async (picture: Uint8Array) => {
  process.send?.(await report(picture), () => process.exit())
})
process.once('disconnect', () => process.exit())
