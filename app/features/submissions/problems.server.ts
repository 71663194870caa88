import { type HttpProblem, problemOf } from '../../platform/http/http-problem.server.ts'
import type { Language } from '../i18n/contract.ts'

/** The problems that the server may report to somebody who applies or advertises. */
export const SUBMISSIONS_PROBLEMS = {
  not_adult: {
    status: 422,
    detail: {
      en: 'You must be 18 or older to apply.',
      es: 'Para postularte debes tener 18 años o más.',
      fr: 'Pour postuler, il faut avoir 18 ans ou plus.',
      de: 'Für eine Bewerbung musst du mindestens 18 Jahre alt sein.',
      ru: 'Подать заявку можно с 18 лет.',
      zh: '年满 18 岁才能申请。',
    },
  },
  name_invalid: {
    status: 422,
    detail: {
      en: 'A name has letters or digits, at most 200 characters and none that are invisible.',
      es: 'El nombre lleva letras o cifras, 200 caracteres como máximo y ninguno invisible.',
      fr: 'Le nom comporte des lettres ou des chiffres, 200 caractères au plus et aucun invisible.',
      de: 'Der Name hat Buchstaben oder Ziffern, höchstens 200 Zeichen und keine unsichtbaren.',
      ru: 'Имя состоит из букв или цифр: не больше 200 символов и ни одного невидимого.',
      zh: '姓名须含文字或数字，最多 200 个字符，不能有不可见字符。',
    },
  },
  x_account_form: {
    status: 422,
    detail: {
      en: 'An X account has up to 15 letters, digits and underscores.',
      es: 'Una cuenta de X tiene hasta 15 letras, cifras y guiones bajos.',
      fr: 'Un compte X comporte jusqu’à 15 lettres, chiffres et tirets bas.',
      de: 'Ein X-Konto hat bis zu 15 Buchstaben, Ziffern und Unterstriche.',
      ru: 'Имя в X\u00a0— до 15 латинских букв, цифр и знаков подчёркивания.',
      zh: 'X 账号最多 15 个字母、数字或下划线。',
    },
  },
  reason_invalid: {
    status: 422,
    detail: {
      en: 'A reason has at most 5,000 characters and no invisible ones.',
      es: 'El motivo tiene 5000 caracteres como máximo y ninguno invisible.',
      fr: 'La motivation compte 5\u202f000 caractères au plus, sans caractère invisible.',
      de: 'Die Motivation hat höchstens 5.000 Zeichen und keine unsichtbaren.',
      ru: 'В тексте заявки\u00a0— не больше 5000 символов и ни одного невидимого.',
      zh: '申请理由最多 5,000 个字符，不能有不可见字符。',
    },
  },
  brand_invalid: {
    status: 422,
    detail: {
      en: 'A brand has letters or digits, at most 100 characters and none that are invisible.',
      es: 'La marca lleva letras o cifras, 100 caracteres como máximo y ninguno invisible.',
      fr: 'La marque comporte des lettres ou des chiffres, 100 caractères au plus et aucun invisible.',
      de: 'Die Marke hat Buchstaben oder Ziffern, höchstens 100 Zeichen und keine unsichtbaren.',
      ru: 'Название бренда состоит из букв или цифр: не больше 100 символов и ни одного невидимого.',
      zh: '品牌名称须含文字或数字，最多 100 个字符，不能有不可见字符。',
    },
  },
  contact_invalid: {
    status: 422,
    detail: {
      en: 'Please say in one line, of at most 200 characters, how to reach you.',
      es: 'Indica en una línea, de 200 caracteres como máximo, cómo contactar contigo.',
      fr: 'Indiquez en une ligne, de 200 caractères au plus, comment vous joindre.',
      de: 'Bitte gib in einer Zeile mit höchstens 200 Zeichen an, wie wir dich erreichen.',
      ru: 'Укажите одной строкой, не длиннее 200 символов, как с вами связаться.',
      zh: '请用一行文字说明联系方式，最多 200 个字符。',
    },
  },
  minutes_invalid: {
    status: 422,
    detail: {
      en: 'Please book a whole number of minutes, from 1 to 1,440.',
      es: 'Reserva un número entero de minutos, de 1 a 1440.',
      fr: 'Réservez un nombre entier de minutes, de 1 à 1\u202f440.',
      de: 'Bitte buche eine ganze Zahl von Minuten, von 1 bis 1.440.',
      ru: 'Укажите целое число минут: от 1 до 1440.',
      zh: '请预订 1 到 1,440 之间的整数分钟。',
    },
  },
  price_changed: {
    status: 409,
    detail: {
      en: 'The price has changed. Please reload the page.',
      es: 'El precio ha cambiado. Vuelve a cargar la página.',
      fr: 'Le prix a changé. Rechargez la page.',
      de: 'Der Preis hat sich geändert. Bitte lade die Seite neu.',
      ru: 'Цена изменилась. Перезагрузите страницу.',
      zh: '价格已变动，请刷新页面。',
    },
  },
  time_invalid: {
    status: 422,
    detail: {
      en: 'Please choose a time within the next 365 days.',
      es: 'Elige una hora dentro de los próximos 365 días.',
      fr: 'Choisissez une heure dans les 365 prochains jours.',
      de: 'Bitte wähle einen Zeitpunkt in den nächsten 365 Tagen.',
      ru: 'Выберите время в ближайшие 365 дней.',
      zh: '请选择未来 365 天内的时间。',
    },
  },
  time_skipped: {
    status: 422,
    detail: {
      en: 'Clocks skip this time on that day. Please choose one an hour earlier or later.',
      es: 'Ese día los relojes se saltan esta hora. Elige una hora antes o después.',
      fr: 'Ce jour-là, les horloges sautent cette heure. Choisissez une heure plus tôt ou plus tard.',
      de: 'An diesem Tag überspringen die Uhren diese Zeit. Bitte wähle eine Stunde früher oder später.',
      ru: 'В этот день часы пропускают это время. Выберите на час раньше или позже.',
      zh: '当天时钟会跳过这个时间，请选择早一小时或晚一小时。',
    },
  },
  ad_text_invalid: {
    status: 422,
    detail: {
      en: 'A text has at most 1,000 characters and no invisible ones.',
      es: 'El texto tiene 1000 caracteres como máximo y ninguno invisible.',
      fr: 'Le texte compte 1\u202f000 caractères au plus, sans caractère invisible.',
      de: 'Der Text hat höchstens 1.000 Zeichen und keine unsichtbaren.',
      ru: 'В тексте\u00a0— не больше 1000 символов и ни одного невидимого.',
      zh: '文案最多 1,000 个字符，不能有不可见字符。',
    },
  },
  content_missing: {
    status: 422,
    detail: {
      en: 'Please add a text or an image.',
      es: 'Añade un texto o una imagen.',
      fr: 'Ajoutez un texte ou une image.',
      de: 'Bitte füge einen Text oder ein Bild hinzu.',
      ru: 'Добавьте текст или изображение.',
      zh: '请添加文案或图片。',
    },
  },
  image_invalid: {
    status: 422,
    detail: {
      en: 'This file is not a JPEG, PNG or WebP image of at most 2 MB.',
      es: 'Este archivo no es una imagen JPEG, PNG o WebP de 2 MB como máximo.',
      fr: 'Ce fichier n’est pas une image JPEG, PNG ou WebP de 2 Mo au plus.',
      de: 'Diese Datei ist kein JPEG-, PNG- oder WebP-Bild mit höchstens 2 MB.',
      ru: 'Этот файл\u00a0— не изображение JPEG, PNG или WebP размером до 2 МБ.',
      zh: '此文件不是 2 MB 以内的 JPEG、PNG 或 WebP 图片。',
    },
  },
  too_many_submissions: {
    status: 429,
    retryAfterS: 3_600,
    detail: {
      en: 'Several messages came from your network today. Please try again tomorrow.',
      es: 'Hoy han llegado varios mensajes desde tu red. Inténtalo de nuevo mañana.',
      fr: 'Plusieurs messages sont venus de votre réseau aujourd’hui. Réessayez demain.',
      de: 'Aus deinem Netzwerk kamen heute schon mehrere Nachrichten. Bitte versuche es morgen noch einmal.',
      ru: 'Сегодня из вашей сети пришло уже несколько сообщений. Попробуйте ещё раз завтра.',
      zh: '今天已从你的网络收到多条消息，请明天再试。',
    },
  },
  no_room: {
    status: 503,
    retryAfterS: 3_600,
    detail: {
      en: 'So many messages are waiting for us that we can’t take more. Please try again tomorrow.',
      es: 'Tenemos tantos mensajes pendientes que ahora no podemos recibir más. Inténtalo de nuevo mañana.',
      fr: 'Trop de messages nous attendent pour en recevoir davantage. Réessayez demain.',
      de: 'Bei uns warten so viele Nachrichten, dass wir keine weiteren annehmen. Bitte versuche es morgen noch einmal.',
      ru: 'Нас ждёт столько сообщений, что новых мы пока не принимаем. Попробуйте ещё раз завтра.',
      zh: '待处理的消息过多，暂时无法接收新的消息，请明天再试。',
    },
  },
} satisfies Record<string, { status: number; detail: Record<Language, string>; retryAfterS?: number }>

export type SubmissionsProblemCode = keyof typeof SUBMISSIONS_PROBLEMS

export function submissionsProblem(code: SubmissionsProblemCode): HttpProblem {
  return problemOf({ code, ...SUBMISSIONS_PROBLEMS[code] })
}
