/** The headers that an answer may depend on. */
const USED = [
  'accept-encoding',
  'if-none-match',
  'cookie',
  'origin',
  'last-event-id',
  'x-forwarded-for',
  'x-forwarded-proto',
] as const
export type UsedHeaders = { [name in (typeof USED)[number]]?: string }

type Fields = { headers: UsedHeaders; bodyLength: number | undefined }
type RequestLine = { method: string; url: string }
export type WholeRequest = RequestLine & Fields

const MAX_BYTES = 8 * 1024
const REQUEST_LINE = /^(GET|HEAD|POST|PUT|DELETE) (\/[!-~]*) HTTP\/1\.1$/
const FIELD = /^([!#$%&'*+\-.^_`|~\dA-Za-z]+):[ \t]*([!-~](?:[\t -~]*[!-~])?)[ \t]*$/
const LENGTH = /^\d{1,5}$/
/** What comes after such a request may not be the next request. */
const UNUSUAL = new Set(['transfer-encoding', 'upgrade', 'expect', 'trailer', 'http2-settings'])
const ONCE = new Set<string>([...USED, 'host', 'content-length', 'connection'])

/** Clients repeat themselves and each other, so each line and each set of headers is parsed once. */
const MAX_KNOWN = 500
const knownLines = new Map<string, RequestLine | undefined>()
const knownFields = new Map<string, Fields | undefined>()

/**
 * Reads bytes that are one whole request, head and body, and that every parser reads alike. Undefined if there is any
 * doubt; such bytes are for node:http.
 */
export function readRequest(bytes: Buffer): WholeRequest | undefined {
  if (bytes.length > MAX_BYTES) return undefined
  const text = bytes.toString('latin1')
  const lineEnd = text.indexOf('\r\n')
  const headEnd = text.indexOf('\r\n\r\n', lineEnd)
  if (headEnd <= lineEnd) return undefined
  const line = recall(knownLines, text.slice(0, lineEnd), parseLine)
  const fields = line && recall(knownFields, text.slice(lineEnd + 2, headEnd), parseFields)
  if (!fields || headEnd + 4 + (fields.bodyLength ?? 0) !== text.length) return undefined
  return { method: line.method, url: line.url, headers: fields.headers, bodyLength: fields.bodyLength }
}

function recall<Parsed>(
  known: Map<string, Parsed | undefined>,
  text: string,
  parse: (text: string) => Parsed,
) {
  const before = known.get(text)
  if (before !== undefined) return before
  if (known.size >= MAX_KNOWN) known.clear()
  const parsed = parse(text)
  known.set(text, parsed)
  return parsed
}

function parseLine(line: string): RequestLine | undefined {
  const [, method, url = ''] = REQUEST_LINE.exec(line) ?? []
  return method === undefined ? undefined : { method, url }
}

function parseFields(block: string): Fields | undefined {
  const once: Record<string, string> = {}
  for (const row of block.split('\r\n')) {
    const [, name, value = ''] = FIELD.exec(row) ?? []
    const key = name?.toLowerCase()
    if (key === undefined || UNUSUAL.has(key)) return undefined
    if (!ONCE.has(key)) continue
    if (key in once) return undefined
    once[key] = value
  }
  const { host, connection = 'keep-alive', 'content-length': length, ...headers } = once
  if (host === undefined || connection.toLowerCase() !== 'keep-alive') return undefined
  if (length === undefined) return { headers, bodyLength: undefined }
  return LENGTH.test(length) ? { headers, bodyLength: Number(length) } : undefined
}
