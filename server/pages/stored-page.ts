import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { HeaderMap } from '../security-headers.ts'
import type { Encoding } from './accepted-encoding.ts'

type Variant = { body: Buffer; etag: string; headers: HeaderMap; notModified: HeaderMap }

/** A page ready to be written: bytes and headers are made once, however often it is sent. */
export type StoredPage = { status: number; variants: Record<Encoding, Variant> }

const RUN_TIME_BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

export async function storePage(status: number, html: string, headers: HeaderMap): Promise<StoredPage> {
  const identity = Buffer.from(html)
  const [br, zipped] = await Promise.all([compressBrotli(identity, RUN_TIME_BROTLI), compressGzip(identity)])
  const hash = createHash('sha256').update(identity).digest('base64url').slice(0, 22)
  const shared: HeaderMap = { ...headers, 'cache-control': 'no-cache', vary: 'accept-encoding, cookie' }

  function variant(encoding: Encoding, body: Buffer): Variant {
    const etag = `"${hash}-${encoding}"`
    const notModified = { ...shared, etag }
    const headers = {
      ...notModified,
      'content-type': 'text/html; charset=utf-8',
      'content-length': String(body.length),
      ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
    }
    return { body, etag, headers, notModified }
  }

  return {
    status,
    variants: {
      br: variant('br', br),
      gzip: variant('gzip', zipped),
      identity: variant('identity', identity),
    },
  }
}
