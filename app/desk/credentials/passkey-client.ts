import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'
import { sendJson } from '../../platform/browser/api-client.ts'
import { PlainProblem } from '../parts/use-remote.ts'
import { words } from './words.ts'

export type CreationOptions = PublicKeyCredentialCreationOptionsJSON

const NUMBERS_ALONE = /^(\[.*\]|[\d.]+)$/

/** Why the person cannot use passkeys here; undefined if they can. */
export function reasonAgainstPasskeys(): string | undefined {
  if (!window.isSecureContext || NUMBERS_ALONE.test(location.hostname)) return words.noPasskeysHere
  return browserSupportsWebAuthn() ? undefined : words.noPasskeysInBrowser
}

export async function signInWithPasskey(): Promise<void> {
  await sendJson('POST', '/api/passkeys/sign-in', { assertion: await assertPasskey('sign-in-options') })
}

export async function joinWithPasskey(token: string, name: string): Promise<void> {
  const options = await sendJson<CreationOptions>('POST', '/api/passkeys/join-options', { token, name })
  await sendJson('POST', '/api/passkeys/join', { token, name, passkey: await makePasskey(options) })
}

/** As a proof that the member sits here. */
export async function confirmWithPasskey() {
  return { assertion: await assertPasskey('confirm-options') }
}

export function makePasskey(optionsJSON: CreationOptions) {
  return explained(startRegistration({ optionsJSON }))
}

async function assertPasskey(kind: 'sign-in-options' | 'confirm-options') {
  const optionsJSON = await sendJson<PublicKeyCredentialRequestOptionsJSON>('POST', `/api/passkeys/${kind}`)
  return explained(startAuthentication({ optionsJSON }))
}

/** Browsers hide why there is no passkey, so that no site learns which ones a person has. */
async function explained<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : (error as Error)
    if (cause.name === 'NotAllowedError' || cause.name === 'AbortError')
      throw new PlainProblem(words.cancelled)
    throw new PlainProblem(cause.name === 'InvalidStateError' ? words.alreadyHere : words.notPossible)
  }
}
