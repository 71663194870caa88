import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Language } from '../../app/features/i18n/contract.ts'
import { type HeaderMap, STRICT_TRANSPORT } from '../security-headers.ts'
import { acceptedEncoding, type Encoding } from './accepted-encoding.ts'

export type PageAddress = { language: Language; path: string }

/** Headers are names and values in turn, as Node.js writes them fastest. */
type Variant = { body: Buffer; etag: string; headers: string[]; notModified: string[] }

/** A page ready to be written: bytes and headers are made once, however often it is sent. */
export type StoredPage = { status: number; variants: Record<Encoding, Variant> }

const RUN_TIME_BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** A browser requests a page shortly before it opens it, which must not request it again. */
const ONE_SECOND = 'max-age=1'
const MUST_ASK = 'no-cache'

type Content = { status: number; html: string; isComplete: boolean }

export async function storePage(
  { status, html, isComplete }: Content,
  headers: HeaderMap,
): Promise<StoredPage> {
  const identity = Buffer.from(html)
  const [br, zipped] = await Promise.all([compressBrotli(identity, RUN_TIME_BROTLI), compressGzip(identity)])
  const hash = createHash('sha256').update(identity).digest('base64url').slice(0, 22)
  const shared: HeaderMap = {
    ...headers,
    'cache-control': isComplete ? ONE_SECOND : MUST_ASK,
    vary: 'accept-encoding, cookie',
  }

  function variant(encoding: Encoding, body: Buffer): Variant {
    const etag = `"${hash}-${encoding}"`
    const notModified = { ...shared, etag }
    const whole = {
      ...notModified,
      'content-type': 'text/html; charset=utf-8',
      'content-length': String(body.length),
      ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
    }
    return { body, etag, headers: inTurn(whole), notModified: inTurn(notModified) }
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

const STRICT = inTurn(STRICT_TRANSPORT)

function inTurn(headers: HeaderMap): string[] {
  return Object.entries(headers).flat()
}

type Reader = { headers: IncomingHttpHeaders; isHead: boolean; isSecure: boolean }

export function writeStored(page: StoredPage, reader: Reader, response: ServerResponse): void {
  const variant = page.variants[acceptedEncoding(reader.headers['accept-encoding'])]
  const etags = reader.headers['if-none-match']
  const isUnchanged = page.status === 200 && (etags === '*' || etags?.includes(variant.etag) === true)
  const headers = isUnchanged ? variant.notModified : variant.headers
  response.writeHead(isUnchanged ? 304 : page.status, reader.isSecure ? [...headers, ...STRICT] : headers)
  response.end(isUnchanged || reader.isHead ? undefined : variant.body)
}
