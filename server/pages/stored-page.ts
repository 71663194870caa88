import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Language } from '../../app/features/i18n/contract.ts'
import { type Answer, createAnswer } from '../direct-answers/answer.ts'
import { type HeaderMap, STRICT_TRANSPORT } from '../security-headers.ts'
import { acceptedEncoding, type Encoding } from './accepted-encoding.ts'

export type PageAddress = { language: Language; path: string }

type Response = { status: number; headers: HeaderMap; body: Buffer | undefined }
/** Ready to be sent by the framework or as a direct answer, over plain HTTP or TLS. */
type Prepared = { response: Response; answer: Answer; secureAnswer: Answer }
type Variant = { etag: string; whole: Prepared; notModified: Prepared }

/** A page ready to be sent: bytes and headers are made once, however often it is sent. */
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
    return {
      etag,
      whole: prepare({ status, headers: whole, body }),
      notModified: prepare({ status: 304, headers: notModified, body: undefined }),
    }
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

function prepare(response: Response): Prepared {
  const { status, headers, body } = response
  return {
    response,
    answer: createAnswer(status, headers, body),
    secureAnswer: createAnswer(status, { ...headers, ...STRICT_TRANSPORT }, body),
  }
}

type ReaderHeaders = { 'accept-encoding'?: string | undefined; 'if-none-match'?: string | undefined }

/** Chooses by what the reader accepts and what it already has. */
export function choosePrepared({ status, variants }: StoredPage, headers: ReaderHeaders): Prepared {
  const variant = variants[acceptedEncoding(headers['accept-encoding'])]
  const etags = headers['if-none-match']
  const isUnchanged = status === 200 && (etags === '*' || etags?.includes(variant.etag) === true)
  return isUnchanged ? variant.notModified : variant.whole
}
