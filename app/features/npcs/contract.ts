import type { Language } from '../i18n/contract.ts'

export type Npc = {
  id: string
  name: string
  avatar: string | null
  x_account: string | null
  description: string
  likes: number
  dislikes: number
  is_live: boolean
  is_position_open: boolean
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
