import type { Plural } from '../../platform/browser/messages.tsx'
import type { Language } from '../i18n/contract.ts'

const en = {
  label: 'Online',
  online: { one: '{count} visitor online', other: '{count} visitors online' },
}

export type PresenceMessages = {
  label: string
  online: Plural
}

export const presenceMessages = {
  en,
  es: {
    label: 'En línea',
    online: {
      one: '{count} persona en línea',
      many: '{count} de personas en línea',
      other: '{count} personas en línea',
    },
  },
  fr: {
    label: 'En ligne',
    online: {
      one: '{count} personne en ligne',
      many: '{count} de personnes en ligne',
      other: '{count} personnes en ligne',
    },
  },
  de: {
    label: 'Online',
    online: { one: '{count} Person online', other: '{count} Personen online' },
  },
  ru: {
    label: 'Онлайн',
    online: {
      one: '{count} человек онлайн',
      few: '{count} человека онлайн',
      many: '{count} человек онлайн',
      other: '{count} человека онлайн',
    },
  },
  zh: {
    label: '在线',
    online: { other: '{count} 人在线' },
  },
} satisfies Record<Language, PresenceMessages>
