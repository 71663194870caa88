import { createHash, randomBytes } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

/** What of the browser's question an answer depends on. */
type Asked = { challenge: string; rp?: { id?: string }; rpId?: string; user?: { id: string } }
type Circumstances = {
  /** Of the page that asks. */
  origin: string
  isUserVerified?: boolean
  crossOrigin?: boolean
  /** How often the authenticator says it has signed, this time included. */
  counter?: number
}

const USER_PRESENT = 1
const USER_VERIFIED = 4
const HAS_CREDENTIAL = 64
const ES256 = -7

/** One passkey with a real key. A test decides what a browser would: the origin, and whether it asks at all. */
export async function softwareAuthenticator() {
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
    'verify',
  ])
  const id = randomBytes(32)
  let userHandle: string | undefined
  const identity = {
    id: encode(id),
    rawId: encode(id),
    type: 'public-key' as const,
    clientExtensionResults: {},
  }

  return {
    async make(asked: Asked, circumstances: Circumstances) {
      userHandle = asked.user?.id
      const authData = Buffer.concat([
        authenticatorData(asked.rp?.id, circumstances, HAS_CREDENTIAL),
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        await coseKey(pair.publicKey),
      ])
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ])
      return {
        ...identity,
        response: {
          clientDataJSON: encode(clientData('webauthn.create', asked, circumstances)),
          attestationObject: encode(isoCBOR.encode(attestation as never)),
          transports: ['internal'],
        },
      }
    },
    async use(asked: Asked, circumstances: Circumstances) {
      const data = authenticatorData(asked.rpId, circumstances)
      const client = clientData('webauthn.get', asked, circumstances)
      const signed = Buffer.concat([data, sha256(client)])
      const algorithm = { name: 'ECDSA', hash: 'SHA-256' }
      const signature = new Uint8Array(await crypto.subtle.sign(algorithm, pair.privateKey, signed))
      return {
        ...identity,
        response: {
          clientDataJSON: encode(client),
          authenticatorData: encode(data),
          signature: encode(toDer(signature)),
          userHandle,
        },
      }
    },
  }
}

function clientData(
  type: string,
  { challenge }: Asked,
  { origin, crossOrigin = false }: Circumstances,
): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin }))
}

function authenticatorData(
  rpId = 'localhost',
  { isUserVerified = true, counter = 0 }: Circumstances,
  more = 0,
): Buffer {
  const fixed = Buffer.alloc(5)
  fixed[0] = USER_PRESENT | (isUserVerified ? USER_VERIFIED : 0) | more
  fixed.writeUInt32BE(counter, 1)
  return Buffer.concat([sha256(Buffer.from(rpId)), fixed])
}

async function coseKey(publicKey: CryptoKey): Promise<Uint8Array> {
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', publicKey)
  return isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, ES256],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ]),
  )
}

/** Authenticators send a signature as DER, WebCrypto makes two plain numbers. */
function toDer(signature: Uint8Array): Buffer {
  const numbers = [signature.slice(0, 32), signature.slice(32)].map((bytes) => {
    const first = bytes.findIndex((byte) => byte !== 0)
    const digits = Buffer.from(bytes.slice(first))
    const positive = (digits[0] ?? 0) > 127 ? Buffer.concat([Buffer.alloc(1), digits]) : digits
    return Buffer.concat([Buffer.from([2, positive.length]), positive])
  })
  const content = Buffer.concat(numbers)
  return Buffer.concat([Buffer.from([0x30, content.length]), content])
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}

function encode(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url')
}
