import type { Language } from '../../i18n/contract.ts'

/**
 * What a wallet shows beside the amount. It travels in the QR code, in which each Cyrillic or Chinese character costs six
 * or nine: these are short.
 */
export const PAYMENT_MESSAGES: Record<Language, string> = {
  en: 'Support an NPC on {site}',
  es: 'Apoyo a un NPC en {site}',
  fr: 'Soutien à un PNJ sur {site}',
  de: 'Spende für einen NPC auf {site}',
  ru: 'Донат для NPC',
  zh: '支持 NPC',
}

export function paymentMessage(language: Language, siteName: string): string {
  return PAYMENT_MESSAGES[language].replace('{site}', () => siteName)
}
