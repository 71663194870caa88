import { createCipheriv, createDecipheriv, createHash, type Hash, randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'

/** What the first line of a file says about its seal; without a passphrase there is nothing to say. */
export type SealTerms = { salt: string; nonce: string } | Record<string, never>

type Chunks = AsyncIterable<Buffer>
export type Seal = {
  trailerBytes: number
  /** Passes on what goes into the file. */
  close(plain: Chunks): AsyncGenerator<Buffer>
  /** Ends the file; to be called when `close` is through. */
  trailer(): Buffer
  /** Passes on what was put in, and throws at the end if the file is not as written. */
  open(sealed: Chunks, trailer: Buffer): AsyncGenerator<Buffer>
}

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const SALT_BYTES = 16
const NONCE_BYTES = 12
const TAG_BYTES = 16
const DIGEST_BYTES = 32
/** 128 MB and about half a second per try. */
const SCRYPT = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 }

const deriveKey = promisify<string, Buffer, number, typeof SCRYPT, Buffer>(scrypt)

export function newTerms(passphrase: string | undefined): SealTerms {
  if (passphrase === undefined) return {}
  const [salt, nonce] = [SALT_BYTES, NONCE_BYTES].map((bytes) => randomBytes(bytes).toString('base64'))
  return { salt, nonce } as SealTerms
}

/** With a passphrase nobody reads the file or changes it unnoticed; without one, damage is noticed. */
export async function openSeal(
  head: Buffer,
  terms: SealTerms,
  passphrase: string | undefined,
): Promise<Seal> {
  if (terms.salt === undefined || passphrase === undefined) return digestSeal(head)
  const key = await deriveKey(passphrase, Buffer.from(terms.salt, 'base64'), KEY_BYTES, SCRYPT)
  return cipherSeal(head, key, Buffer.from(terms.nonce, 'base64'))
}

function digestSeal(head: Buffer): Seal {
  const written = createHash('sha256').update(head)
  return {
    trailerBytes: DIGEST_BYTES,
    close: (plain) => hashing(written, plain),
    trailer: () => written.digest(),
    async *open(sealed, trailer) {
      const read = createHash('sha256').update(head)
      yield* hashing(read, sealed)
      if (!read.digest().equals(trailer)) throw new Error('the digest is another')
    },
  }
}

async function* hashing(hash: Hash, chunks: Chunks): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    hash.update(chunk)
    yield chunk
  }
}

function cipherSeal(head: Buffer, key: Buffer, nonce: Buffer): Seal {
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(head)
  return {
    trailerBytes: TAG_BYTES,
    async *close(plain) {
      for await (const chunk of plain) yield cipher.update(chunk)
      yield cipher.final()
    },
    trailer: () => cipher.getAuthTag(),
    async *open(sealed, trailer) {
      const decipher = createDecipheriv(CIPHER, key, nonce).setAAD(head).setAuthTag(trailer)
      for await (const chunk of sealed) yield decipher.update(chunk)
      yield decipher.final()
    },
  }
}
