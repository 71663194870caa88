import type { Language } from '../features/i18n/contract.ts'

export const shellInEnglish = {
  skipToContent: 'Skip to content',
  home: 'NPC Stream, home',
  notFound: 'Oops! Page not found',
  notFoundLead: 'This part of the map has not been drawn.',
  backHome: 'Return to Home',
  errorLead: 'Something broke on our side. Please try once more.',
  retry: 'Try again',
}

export type ShellMessages = typeof shellInEnglish

export const shellMessages = {
  en: shellInEnglish,
  es: {
    skipToContent: 'Saltar al contenido',
    home: 'NPC Stream, inicio',
    notFound: '¡Vaya! Página no encontrada',
    notFoundLead: 'Esta parte del mapa aún no está dibujada.',
    backHome: 'Volver al inicio',
    errorLead: 'Algo ha fallado por nuestra parte. Inténtalo una vez más.',
    retry: 'Reintentar',
  },
  fr: {
    skipToContent: 'Aller au contenu',
    home: 'NPC Stream, accueil',
    notFound: 'Oups ! Page introuvable',
    notFoundLead: 'Cette partie de la carte n’est pas encore dessinée.',
    backHome: 'Retour à l’accueil',
    errorLead: 'Quelque chose a cassé de notre côté. Réessayez.',
    retry: 'Réessayer',
  },
  de: {
    skipToContent: 'Zum Inhalt springen',
    home: 'NPC Stream, Startseite',
    notFound: 'Hoppla! Seite nicht gefunden',
    notFoundLead: 'Dieser Teil der Karte ist noch nicht gezeichnet.',
    backHome: 'Zur Startseite',
    errorLead: 'Bei uns ist etwas kaputtgegangen. Bitte noch einmal versuchen.',
    retry: 'Noch einmal versuchen',
  },
  ru: {
    skipToContent: 'Перейти к содержанию',
    home: 'NPC Stream, на главную',
    notFound: 'Ой! Страница не найдена',
    notFoundLead: 'Эту часть карты ещё не нарисовали.',
    backHome: 'Вернуться на главную',
    errorLead: 'У нас что-то сломалось. Попробуйте ещё раз.',
    retry: 'Попробовать снова',
  },
  zh: {
    skipToContent: '跳到正文',
    home: 'NPC Stream 首页',
    notFound: '哎呀！找不到页面',
    notFoundLead: '地图的这一块还没有画出来。',
    backHome: '返回首页',
    errorLead: '我们这边出了点问题，请再试一次。',
    retry: '重试',
  },
} satisfies Record<Language, ShellMessages>
