import type { Language } from '../../i18n/contract.ts'

/**
 * What a wallet shows beside the amount. It travels in the QR code, in which each Cyrillic or Chinese character costs six
 * or nine: these are short.
 */
export const PAYMENT_MESSAGES: Record<Language, string> = {
  en: 'Support an NPC on NPC Stream',
  es: 'Apoyo a un NPC en NPC Stream',
  fr: 'Soutien à un PNJ sur NPC Stream',
  de: 'Spende für einen NPC auf NPC Stream',
  ru: 'Донат для NPC',
  zh: '支持 NPC',
}
