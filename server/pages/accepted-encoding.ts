export type Encoding = 'br' | 'gzip' | 'identity'

const ZERO_QUALITY = /^q\s*=\s*0(?:\.0*)?$/

/** Browsers send few different headers, so each is parsed once. */
const parsed = new Map<string, Encoding>()
const MAX_PARSED = 100

export function acceptedEncoding(header: string | undefined): Encoding {
  if (header === undefined) return 'identity'
  const cached = parsed.get(header)
  if (cached) return cached
  if (parsed.size >= MAX_PARSED) parsed.clear()
  const encoding = parseEncoding(header)
  parsed.set(header, encoding)
  return encoding
}

function parseEncoding(header: string): Encoding {
  const accepted = header.toLowerCase().split(',').filter(isWanted).map(nameOf)
  if (accepted.includes('br')) return 'br'
  return accepted.includes('gzip') ? 'gzip' : 'identity'
}

function isWanted(item: string): boolean {
  return !item.includes(';') || !item.split(';').some((parameter) => ZERO_QUALITY.test(parameter.trim()))
}

function nameOf(item: string): string {
  return item.split(';', 1)[0]?.trim() ?? ''
}
