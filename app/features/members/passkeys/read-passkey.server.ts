import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import {
  cose,
  decodeAttestationObject,
  decodeClientDataJSON,
  isoBase64URL,
} from '@simplewebauthn/server/helpers'
import type { Assertion, NewPasskeyAnswer } from './contract.ts'
import type { NewPasskey, StoredPasskey } from './passkeys-store.server.ts'
import type { RelyingParty } from './relying-party.server.ts'

/** Which every authenticator of today has one of; the same on every instance, whatever its Node.js has. */
export const ALGORITHMS = [cose.COSEALG.EdDSA, cose.COSEALG.ES256, cose.COSEALG.RS256]

/** Of the answer to a page of the desk itself; undefined if a frame of another site has it from the browser. */
export function readChallenge({ response }: NewPasskeyAnswer | Assertion): string | undefined {
  try {
    const { challenge, crossOrigin } = decodeClientDataJSON(response.clientDataJSON)
    return typeof challenge === 'string' && crossOrigin !== true ? challenge : undefined
  } catch {
    return undefined
  }
}

/** Undefined if anything about the answer is wrong. Whoever calls this has taken the challenge. */
export async function readNewPasskey(
  { id: expectedRPID, origin: expectedOrigin }: RelyingParty,
  { id, rawId, type, response }: NewPasskeyAnswer,
  expectedChallenge: string,
): Promise<Omit<NewPasskey, 'userAgent'> | undefined> {
  try {
    if (!isUncertified(response.attestationObject)) return undefined
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId,
        type,
        response: {
          clientDataJSON: response.clientDataJSON,
          attestationObject: response.attestationObject,
        },
        clientExtensionResults: {},
      },
      expectedChallenge,
      expectedOrigin,
      expectedRPID,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!verified || registrationInfo.credential.id !== id) return undefined
    const { publicKey, counter } = registrationInfo.credential
    return { credentialId: id, publicKey, counter, transports: response.transports }
  } catch {
    return undefined
  }
}

/** The new counter of the authenticator; undefined if the passkey has not signed this. */
export async function readCounter(
  { id: expectedRPID, origin: expectedOrigin }: RelyingParty,
  { id, rawId, type, response }: Assertion,
  { passkey, expectedChallenge }: { passkey: StoredPasskey; expectedChallenge: string },
): Promise<number | undefined> {
  try {
    const { clientDataJSON, authenticatorData, signature } = response
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId,
        type,
        response: { clientDataJSON, authenticatorData, signature },
        clientExtensionResults: {},
      },
      expectedChallenge,
      expectedOrigin,
      expectedRPID,
      requireUserVerification: true,
      credential: { id: passkey.credentialId, publicKey: passkey.publicKey, counter: passkey.counter },
    })
    return verified ? authenticationInfo.newCounter : undefined
  } catch {
    return undefined
  }
}

/**
 * We ask for no certificate of the authenticator's maker, and browsers remove it. To check one, SimpleWebAuthn parses
 * it and may fetch an address that it names.
 */
export function isUncertified(attestationObject: string): boolean {
  const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject))
  return ['none', 'packed'].includes(decoded.get('fmt')) && decoded.get('attStmt').get('x5c') === undefined
}
