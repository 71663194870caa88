// By default import: Node.js 22 has no argon2, and would reject its name.
import crypto, { randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { createBounded } from '../../platform/async/bounded.ts'
import { HttpProblem } from '../../platform/http/http-problem.server.ts'

/** The second choice of the OWASP password storage cheat sheet: 19 MiB per attempt. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 }
const SALT_BYTES = 16
const TAG_BYTES = 32
/** Of the four threads that also read files and resolve names. */
const MAX_AT_ONCE = 3
const ENCODED = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/

const bounded = createBounded(MAX_AT_ONCE)

/** False before Node.js 24.7. */
export const CAN_HASH_PASSWORDS = crypto.argon2 !== undefined

/** In the format of the reference implementation, which names its own cost. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const tag = await deriveTag(password, salt, COST, TAG_BYTES)
  const { memory, passes, parallelism } = COST
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(salt)}$${encode(tag)}`
}

/** Without a stored hash it takes as long as with one, and is false. */
export async function isPassword(password: string, stored: string | undefined): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', tag = ''] = ENCODED.exec(stored ?? '') ?? []
  if (memory === undefined) {
    await deriveTag(password, randomBytes(SALT_BYTES), COST, TAG_BYTES)
    return false
  }
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  const expected = Buffer.from(tag, 'base64')
  return timingSafeEqual(
    await deriveTag(password, Buffer.from(salt, 'base64'), cost, expected.length),
    expected,
  )
}

/** NFC: two keyboards may type the same letter as different code points. */
async function deriveTag(password: string, nonce: Buffer, cost: typeof COST, tagLength: number) {
  const message = password.normalize('NFC')
  const derive = promisify(crypto.argon2)
  const tag = await bounded(() => derive('argon2id', { message, nonce, tagLength, ...cost }))
  if (tag === undefined) throw new HttpProblem(503, 'Too many people are signing in. Please try again.')
  return tag
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}
