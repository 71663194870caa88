const MAX_DEPTH = 4
const MAX_ERRORS = 5
const MAX_MESSAGE_LENGTH = 1_000
const MAX_STACK_LENGTH = 4_000

export type SerializedError = {
  type: string
  message: string
  code?: string | number
  stack?: string
  cause?: SerializedError
  errors?: SerializedError[]
}

/**
 * An error for the log. pino's serializer marks the errors it visits, and throws on those of @solana/kit, whose context
 * is frozen. This one only reads, and never throws.
 */
export function serializeError(error: unknown): SerializedError {
  return serialize(error, MAX_DEPTH, new Set())
}

function serialize(error: unknown, depth: number, above: Set<unknown>): SerializedError {
  if (typeof error !== 'object' || error === null) return { type: typeof error, message: toText(error) }
  const seen = new Set(above).add(error)
  const below = (one: unknown) => serialize(one, depth - 1, seen)
  const isShown = (one: unknown) => one !== undefined && one !== null && depth > 0 && !seen.has(one)
  const code = read(error, 'code')
  const stack = read(error, 'stack')
  const cause = read(error, 'cause')
  const errors = readArray(error, 'errors').filter(isShown)
  return {
    type: nameOf(error),
    message: cut(toText(read(error, 'message') ?? ''), MAX_MESSAGE_LENGTH),
    ...((typeof code === 'string' || typeof code === 'number') && { code }),
    ...(typeof stack === 'string' && { stack: cut(stack, MAX_STACK_LENGTH) }),
    ...(isShown(cause) && { cause: below(cause) }),
    ...(errors.length > 0 && { errors: errors.map(below) }),
  }
}

function nameOf(error: object): string {
  const name = read(error, 'name')
  if (typeof name === 'string' && name !== '' && name !== 'Error') return cut(name, MAX_MESSAGE_LENGTH)
  const maker = read(error, 'constructor')
  const made = typeof maker === 'function' ? read(maker, 'name') : undefined
  return typeof made === 'string' && made !== '' ? cut(made, MAX_MESSAGE_LENGTH) : 'Error'
}

function read(from: object, key: string): unknown {
  try {
    return (from as Record<string, unknown>)[key]
  } catch {
    return undefined
  }
}

function readArray(from: object, key: string): unknown[] {
  try {
    const value = read(from, key)
    return Array.isArray(value) ? value.slice(0, MAX_ERRORS) : []
  } catch {
    return []
  }
}

function toText(value: unknown): string {
  try {
    return String(value)
  } catch {
    return '(unreadable)'
  }
}

const CREDENTIALS = /(\w+:\/\/)[^\s/@]+@/g
/** RPC providers put their keys into the path or query of a URL. */
const AFTER_HOST = /(https?:\/\/[^\s/?#"'<>()]+)[/?#][^\s"'<>()]*/g

function cut(text: string, length: number): string {
  const shown = text.slice(0, length).replace(CREDENTIALS, '$1***@').replace(AFTER_HOST, '$1/***')
  return text.length > length ? `${shown}…` : shown
}
