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
    soon: 'Pronto podrás donar aquí en SOL; cada donación se verifica en la blockchain de Solana.',
  },
  fr: {
    title: 'Soutenir ce PNJ',
    soon: 'Bientôt, vous pourrez donner ici en SOL\u202f; chaque don est vérifié sur la blockchain Solana.',
  },
  de: {
    title: 'Diesen NPC unterstützen',
    soon: 'Bald kannst du hier in SOL spenden; jede Spende wird auf der Solana-Blockchain geprüft.',
  },
  ru: {
    title: 'Поддержать этого NPC',
    soon: 'Скоро здесь заработают донаты в SOL, и каждый будет проверяться в сети Solana.',
  },
  zh: {
    title: '支持这位 NPC',
    soon: 'SOL 捐赠即将在此开放，每一笔都在 Solana 链上验证。',
  },
} satisfies Record<Language, DonationsMessages>
