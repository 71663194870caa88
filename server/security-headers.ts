import { createHash } from 'node:crypto'
import type { PageHandle } from '../app/resources.ts'

export type HeaderMap = Record<string, string>

/** For files of the build and of streams, which are never documents: visitors load many, and headers cost bytes. */
export const FILE_HEADERS: HeaderMap = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-resource-policy': 'same-origin',
}

export const SECURITY_HEADERS: HeaderMap = {
  ...FILE_HEADERS,
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  'cross-origin-opener-policy': 'same-origin',
  'x-frame-options': 'DENY',
}

/** Only the page that publishes from a browser uses them. */
const WITH_CAMERA: HeaderMap = {
  'permissions-policy':
    'camera=(self), microphone=(self), geolocation=(), payment=(), usb=(), browsing-topics=()',
}

/** `embedOrigins` are the sites that may show an embeddable page in a frame. */
export function pageHeaders(page: PageHandle | undefined, embedOrigins: string[]): HeaderMap {
  if (page?.usesCamera) return { ...SECURITY_HEADERS, ...WITH_CAMERA }
  return page?.isEmbeddable && embedOrigins.length > 0 ? IN_A_FRAME : SECURITY_HEADERS
}

/** The policy decides who may frame the page: the older header knows no list. */
const { 'x-frame-options': _, ...WITHOUT_FRAME_OPTIONS } = SECURITY_HEADERS
const IN_A_FRAME: HeaderMap = { ...WITHOUT_FRAME_OPTIONS, 'cross-origin-resource-policy': 'cross-origin' }

/** Without subdomains: the operator's other sites are not ours to lock. */
export const STRICT_TRANSPORT: HeaderMap = { 'strict-transport-security': 'max-age=63072000' }

/** For responses that are not pages: nothing in them may run or load. */
export const NOTHING_RUNS = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

type PagePolicy = (page: PageHandle | undefined) => string

type Origins = {
  /** Of external streams. */
  media: string[]
  /** Of sites that may show an embeddable page in a frame. */
  embed: string[]
}

/** What the pages themselves contain; nothing else in them runs or styles anything. */
type Inline = { scripts: string[]; styles: string[] }

export function contentSecurityPolicy({ media, embed }: Origins, { scripts, styles }: Inline): PagePolicy {
  const [scriptHashes, styleHashes] = [scripts.map(hashInline), styles.map(hashInline)]
  return (page) =>
    [
      "default-src 'none'",
      ["script-src 'self'", ...scriptHashes].join(' '),
      ["style-src 'self'", ...styleHashes].join(' '),
      "img-src 'self' https: data:",
      "font-src 'self'",
      ["connect-src 'self'", ...media].join(' '),
      ["media-src 'self' blob:", ...media].join(' '),
      "manifest-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      `frame-ancestors ${(page?.isEmbeddable && embed.join(' ')) || "'none'"}`,
    ].join('; ')
}

export function hashInline(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
