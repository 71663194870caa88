import type { Language } from '../i18n/contract.ts'

const en = {
  title: 'Support this NPC',
  soon: 'Donations in SOL open here soon, each one verified on the Solana chain.',
}

export type DonationsMessages = typeof en

export const donationsMessages = {
  en,
  es: {
    title: 'Apoya a este NPC',
    soon: 'Las donaciones en SOL abrirán aquí pronto, cada una verificada en la cadena de Solana.',
  },
  fr: {
    title: 'Soutenir ce PNJ',
    soon: 'Les dons en SOL ouvrent bientôt ici, chacun vérifié sur la chaîne Solana.',
  },
  de: {
    title: 'Diesen NPC unterstützen',
    soon: 'Spenden in SOL starten hier bald, jede auf der Solana-Chain geprüft.',
  },
  ru: {
    title: 'Поддержать этого NPC',
    soon: 'Скоро здесь откроются пожертвования в SOL, каждое проверяется в сети Solana.',
  },
  zh: {
    title: '支持这位 NPC',
    soon: 'SOL 捐赠即将在此开放，每一笔都在 Solana 链上验证。',
  },
} satisfies Record<Language, DonationsMessages>
