export type Encoding = 'br' | 'gzip' | 'identity'

const REFUSED = /^q\s*=\s*0(?:\.0*)?$/

/** Browsers send few different headers: each is read once. */
const answers = new Map<string, Encoding>()
const MAX_ANSWERS = 100

export function acceptedEncoding(header: string | undefined): Encoding {
  if (header === undefined) return 'identity'
  const known = answers.get(header)
  if (known) return known
  if (answers.size >= MAX_ANSWERS) answers.clear()
  const encoding = readEncoding(header)
  answers.set(header, encoding)
  return encoding
}

function readEncoding(header: string): Encoding {
  const accepted = header.toLowerCase().split(',').filter(isWanted).map(nameOf)
  if (accepted.includes('br')) return 'br'
  return accepted.includes('gzip') ? 'gzip' : 'identity'
}

function isWanted(item: string): boolean {
  return !item.includes(';') || !item.split(';').some((parameter) => REFUSED.test(parameter.trim()))
}

function nameOf(item: string): string {
  return item.split(';', 1)[0]?.trim() ?? ''
}
