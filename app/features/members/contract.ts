import * as v from 'valibot'

export type Role = 'operator' | 'npc'

/** An operator may do everything; the member of an NPC sees that NPC alone. */
export type Member = { id: number; name: string; role: Role; npc_id: string | null }

export type Invitation = {
  id: number
  role: Role
  npc_id: string | null
  invited_by: string | null
  expires_at: string
}
export type MemberSession = {
  id: number
  member: string
  user_agent: string
  created_at: string
  seen_at: string
  is_this: boolean
}
export type AuditEntry = {
  id: string
  created_at: string
  member: string
  action: string
  details: Record<string, string | number | boolean | null>
}

export const MIN_PASSWORD_LENGTH = 12
const MAX_PASSWORD_LENGTH = 200
export const MAX_NAME_LENGTH = 40
export const AUDIT_ENTRIES_PER_PAGE = 50
/** The page that a one-time link opens; its token follows as the fragment, which browsers send to nobody. */
export const JOIN_PATH = '/join'

/** As the visitor typed it, without white space around it; no letters that look like none. */
export const nameSchema = v.pipe(
  v.string(),
  v.trim(),
  v.regex(/^[\p{L}\p{N}][\p{L}\p{M}\p{N} ._'-]*$/u),
  v.maxLength(MAX_NAME_LENGTH),
)
export const passwordSchema = v.pipe(
  v.string(),
  v.minLength(MIN_PASSWORD_LENGTH),
  v.maxLength(MAX_PASSWORD_LENGTH),
)
/** What somebody types to sign in may be any password. */
export const typedPasswordSchema = v.pipe(v.string(), v.maxLength(MAX_PASSWORD_LENGTH))
export const tokenSchema = v.pipe(v.string(), v.maxLength(100))

export const signInSchema = v.object({
  name: v.pipe(v.string(), v.trim(), v.maxLength(200)),
  password: typedPasswordSchema,
})
export const readInvitationSchema = v.object({ token: tokenSchema })
export const joinSchema = v.object({ token: tokenSchema, name: nameSchema, password: passwordSchema })
export const inviteSchema = v.variant('role', [
  v.object({ role: v.literal('operator') }),
  v.object({ role: v.literal('npc'), npc_id: v.pipe(v.string(), v.regex(/^[1-9]\d{0,8}$/)) }),
])
export type InvitationRequest = v.InferOutput<typeof inviteSchema>
