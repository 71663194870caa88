export type Encoding = 'br' | 'gzip' | 'identity'

const BROTLI = /\bbr\b(?!\s*;\s*q=0(?:\.0*)?(?:\s|,|$))/
const GZIP = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:\s|,|$))/

export function acceptedEncoding(header: string | undefined): Encoding {
  if (header === undefined) return 'identity'
  if (BROTLI.test(header)) return 'br'
  return GZIP.test(header) ? 'gzip' : 'identity'
}
