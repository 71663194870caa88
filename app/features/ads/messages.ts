import type { Language } from '../i18n/contract.ts'

const en = {
  title: 'Monetization',
  lead: 'Put your brand at the heart of the quest.',
  price: 'Ad price',
  priceText: '{figure} per minute',
  views: 'Reach',
  viewsText: '{figure}+ monthly views',
  advertise: 'Advertise Now',
  soon: 'Booking opens soon',
  soonText: 'You’ll soon be able to book ad time on the stream here.',
}

export type AdsMessages = typeof en

export const adsMessages = {
  en,
  es: {
    title: 'Monetización',
    lead: 'Pon tu marca en el corazón de la misión.',
    price: 'Precio del anuncio',
    priceText: '{figure} por minuto',
    views: 'Alcance',
    viewsText: 'Más de {figure} de visualizaciones al mes',
    advertise: 'Anúnciate ahora',
    soon: 'Las reservas abren pronto',
    soonText: 'Muy pronto podrás reservar aquí minutos de publicidad en la emisión.',
  },
  fr: {
    title: 'Monétisation',
    lead: 'Placez votre marque au cœur de la quête.',
    price: 'Prix de la publicité',
    priceText: '{figure} la minute',
    views: 'Audience',
    viewsText: 'Plus de {figure} de vues par mois',
    advertise: 'Devenir annonceur',
    soon: 'Les réservations ouvrent bientôt',
    soonText: 'Vous pourrez bientôt réserver ici du temps de publicité pendant la diffusion.',
  },
  de: {
    title: 'Werbung im Stream',
    lead: 'Bring deine Marke mitten in die Quest.',
    price: 'Werbepreis',
    priceText: '{figure} pro Minute',
    views: 'Reichweite',
    viewsText: 'Über {figure} Aufrufe im Monat',
    advertise: 'Jetzt werben',
    soon: 'Buchungen starten bald',
    soonText: 'Bald kannst du hier Werbezeit im Stream buchen.',
  },
  ru: {
    title: 'Монетизация',
    lead: 'Поставьте свой бренд в центр квеста.',
    price: 'Цена рекламы',
    priceText: '{figure} за минуту',
    views: 'Охват',
    viewsText: 'Более {figure} просмотров в месяц',
    advertise: 'Разместить рекламу',
    soon: 'Бронирование скоро откроется',
    soonText: 'Скоро здесь можно будет забронировать рекламное время в эфире.',
  },
  zh: {
    title: '商业合作',
    lead: '让你的品牌成为任务的焦点。',
    price: '广告价格',
    priceText: '每分钟 {figure}',
    views: '观看量',
    viewsText: '每月 {figure}+ 次',
    advertise: '立即投放广告',
    soon: '预订即将开放',
    soonText: '很快就可以在这里预订直播广告时段。',
  },
} satisfies Record<Language, AdsMessages>
