import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '../../../platform/database/database.server.ts'
import {
  deleteScriptKeys,
  findKeyOwner,
  insertKey,
  type KeyRequest,
  type Queries,
} from './stream-keys-store.server.ts'

const KEY_BYTES = 24
/** Longer texts cannot be keys and are not hashed. */
const MAX_KEY_LENGTH = 200
const SCRIPT_KEYS_LAST_MS = 24 * 60 * 60_000

/** 24 random bytes cannot be guessed: a fast hash protects them as well as a slow one. */
function hashKey(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}

/** Undefined when the NPC has a key that may not be replaced. Only its hash is stored. */
export async function makeKey({ db }: { db: Queries }, request: KeyRequest): Promise<string | undefined> {
  const key = `npc${request.npcId}-${randomBytes(KEY_BYTES).toString('base64url')}`
  if (request.holder === 'script') await deleteScriptKeys({ db }, SCRIPT_KEYS_LAST_MS)
  return (await insertKey({ db }, request, hashKey(key))) ? key : undefined
}

/** The id of the NPC that owns the key. */
export async function checkKey({ db }: { db: Db }, key: string): Promise<string | undefined> {
  return key.length > MAX_KEY_LENGTH ? undefined : findKeyOwner({ db }, hashKey(key))
}
