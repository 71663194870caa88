import type { Language } from '../i18n/contract.ts'

const en = {
  like: 'Like {name}: {count}',
  dislike: 'Dislike {name}: {count}',
  error: 'Error',
  failed: 'Failed to submit vote. Please try again.',
}

export type VotesMessages = typeof en

export const votesMessages = {
  en,
  es: {
    like: 'Me gusta {name}: {count}',
    dislike: 'No me gusta {name}: {count}',
    error: 'Error',
    failed: 'No se ha podido enviar el voto. Inténtalo de nuevo.',
  },
  fr: {
    like: 'J’aime {name}\u202f: {count}',
    dislike: 'Je n’aime pas {name}\u202f: {count}',
    error: 'Erreur',
    failed: 'Le vote n’a pas pu être envoyé. Réessayez.',
  },
  de: {
    like: '{name} gefällt mir: {count}',
    dislike: '{name} gefällt mir nicht: {count}',
    error: 'Fehler',
    failed: 'Deine Stimme konnte nicht abgegeben werden. Bitte versuche es noch einmal.',
  },
  ru: {
    like: 'Лайк для {name}: {count}',
    dislike: 'Дизлайк для {name}: {count}',
    error: 'Ошибка',
    failed: 'Не удалось отправить голос. Попробуйте ещё раз.',
  },
  zh: {
    like: '赞 {name}：{count}',
    dislike: '踩 {name}：{count}',
    error: '出错了',
    failed: '投票提交失败，请再试一次。',
  },
} satisfies Record<Language, VotesMessages>
