import type { Language } from '../i18n/contract.ts'

export type Npc = {
  id: string
  name: string
  avatar: string | null
  x_account: string | null
  /** In English, or whatever the operator wrote. */
  description: string
  /** In other languages, if an operator has written any. */
  descriptions?: Translations
  likes: number
  dislikes: number
  is_live: boolean
  is_position_open: boolean
}

/** Of an English text. */
export type Translations = Partial<Record<Language, string>>

/** What an operator edits as one form. */
export type NpcDetails = Pick<Npc, 'name' | 'x_account' | 'description'> & { descriptions: Translations }

/** In code points. */
export const MAX_NPC_NAME_LENGTH = 60
export const MAX_DESCRIPTION_LENGTH = 500
/** The whole list is in each event that a page receives. */
export const MAX_NPCS = 30

export const MAX_AVATAR_BYTES = 5 * 1024 * 1024
export const MAX_AVATAR_PIXELS = 25_000_000
const AVATAR_FOLDER = '/avatars/'

/** Of an avatar that an operator has uploaded. */
export function avatarPath(hash: string): string {
  return `${AVATAR_FOLDER}${hash}.webp`
}

export function isUploadedAvatar(avatar: string | null): boolean {
  return avatar?.startsWith(AVATAR_FOLDER) ?? false
}

export const NPC_ID = /^[1-9]\d{0,8}$/

/** Answered to a request about an NPC that does not exist. */
export const NPC_UNKNOWN = {
  status: 404,
  code: 'npc_unknown',
  detail: {
    en: 'There is no such NPC.',
    es: 'Este NPC no existe.',
    fr: 'Ce PNJ n’existe pas.',
    de: 'Diesen NPC gibt es nicht.',
    ru: 'Такого NPC нет.',
    zh: '没有这个 NPC。',
  } satisfies Record<Language, string>,
}

/** The NPC with a live page: the only one that streams and takes donations. */
export const LIVE_NPC_ID = '1'
export const LIVE_NPC_PATH = '/npc1'
