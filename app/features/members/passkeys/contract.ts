import * as v from 'valibot'
import { nameSchema, passwordSchema, tokenSchema, typedPasswordSchema } from '../contract.ts'

export type Passkey = { id: number; user_agent: string; created_at: string; used_at: string | null }
/** How a member can sign in. */
export type Credentials = { has_password: boolean; passkeys: Passkey[] }

export const MAX_PASSKEYS = 20
const MAX_CREDENTIAL_ID = 1_400
const MAX_CLIENT_DATA = 4_096
const MAX_ATTESTATION = 16_384
const MAX_SIGNATURE = 4_096

const base64Url = (maxLength: number) =>
  v.pipe(v.string(), v.minLength(1), v.maxLength(maxLength), v.regex(/^[\w-]+$/))
const identity = {
  id: base64Url(MAX_CREDENTIAL_ID),
  rawId: base64Url(MAX_CREDENTIAL_ID),
  type: v.literal('public-key'),
}

/** What a browser answers when it has made a passkey. */
const newPasskeySchema = v.object({
  ...identity,
  response: v.object({
    clientDataJSON: base64Url(MAX_CLIENT_DATA),
    attestationObject: base64Url(MAX_ATTESTATION),
    transports: v.optional(
      v.pipe(v.array(v.pipe(v.string(), v.regex(/^[a-z-]{1,20}$/))), v.maxLength(10)),
      [],
    ),
  }),
})
/** What a browser answers when it has used a passkey. */
const assertionSchema = v.object({
  ...identity,
  response: v.object({
    clientDataJSON: base64Url(MAX_CLIENT_DATA),
    authenticatorData: base64Url(MAX_CLIENT_DATA),
    signature: base64Url(MAX_SIGNATURE),
    userHandle: v.optional(base64Url(100)),
  }),
})
export type NewPasskeyAnswer = v.InferOutput<typeof newPasskeySchema>
export type Assertion = v.InferOutput<typeof assertionSchema>

/** A session alone does not change how its member signs in. */
const proofSchema = v.union([
  v.object({ current: typedPasswordSchema }),
  v.object({ assertion: assertionSchema }),
])
export type Proof = v.InferOutput<typeof proofSchema>

export const joinOptionsSchema = v.object({ token: tokenSchema, name: nameSchema })
export const passkeyJoinSchema = v.object({
  token: tokenSchema,
  name: nameSchema,
  passkey: newPasskeySchema,
})
export const passkeySignInSchema = v.object({ assertion: assertionSchema })
export const addOptionsSchema = v.object({ proof: proofSchema })
export const addPasskeySchema = v.object({ passkey: newPasskeySchema })
export const passwordChangeSchema = v.object({ proof: proofSchema, next: passwordSchema })
