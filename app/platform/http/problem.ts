/**
 * An answer to a request that could not be served, after RFC 9457; `detail` is a sentence a visitor may read, `code` a
 * stable name for programs.
 */
export type Problem = { type: string; title: string; status: number; detail: string; code?: string }

/** One sentence by language. A problem that only programs meet is in English alone. */
export type Sentences = { en: string; [language: string]: string }

/** A problem that a feature may answer with. */
export type ProblemKind = { status: number; code: string; detail: Sentences; retryAfterS?: number }

export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8'

const USUAL: Record<number, { title: string; detail: Sentences }> = {
  400: {
    title: 'Bad request',
    detail: {
      en: 'The request could not be understood.',
      es: 'La petición no se ha podido interpretar.',
      fr: 'La requête n’a pas pu être interprétée.',
      de: 'Die Anfrage war nicht zu verstehen.',
      ru: 'Не удалось разобрать запрос.',
      zh: '无法理解这个请求。',
    },
  },
  404: {
    title: 'Not found',
    detail: {
      en: 'There is nothing at this address.',
      es: 'En esta dirección no hay nada.',
      fr: 'Il n’y a rien à cette adresse.',
      de: 'Unter dieser Adresse gibt es nichts.',
      ru: 'По этому адресу ничего нет.',
      zh: '这个地址没有内容。',
    },
  },
  405: {
    title: 'Method not allowed',
    detail: {
      en: 'Pages can only be read.',
      es: 'Las páginas solo se pueden leer.',
      fr: 'Les pages peuvent uniquement être lues.',
      de: 'Seiten können nur gelesen werden.',
      ru: 'Страницы можно только читать.',
      zh: '页面只能读取。',
    },
  },
  408: {
    title: 'Request timeout',
    detail: {
      en: 'The request took too long to arrive.',
      es: 'La petición ha tardado demasiado en llegar.',
      fr: 'La requête a mis trop de temps à arriver.',
      de: 'Die Anfrage hat zu lange gebraucht.',
      ru: 'Запрос шёл слишком долго.',
      zh: '请求用时过长。',
    },
  },
  409: {
    title: 'Conflict',
    detail: {
      en: 'Someone else already did this.',
      es: 'Alguien se te ha adelantado.',
      fr: 'Quelqu’un l’a déjà fait.',
      de: 'Das hat schon jemand anderes getan.',
      ru: 'Кто-то уже сделал это.',
      zh: '已有其他人完成了此操作。',
    },
  },
  413: {
    title: 'Too large',
    detail: {
      en: 'The request is too large.',
      es: 'La petición es demasiado grande.',
      fr: 'La requête est trop volumineuse.',
      de: 'Die Anfrage ist zu groß.',
      ru: 'Запрос слишком большой.',
      zh: '请求过大。',
    },
  },
  414: {
    title: 'Address too long',
    detail: {
      en: 'The address is too long.',
      es: 'La dirección es demasiado larga.',
      fr: 'L’adresse est trop longue.',
      de: 'Die Adresse ist zu lang.',
      ru: 'Адрес слишком длинный.',
      zh: '地址过长。',
    },
  },
  415: {
    title: 'Unsupported media type',
    detail: {
      en: 'Only JSON is understood here.',
      es: 'Aquí solo se acepta JSON.',
      fr: 'Seul le format JSON est accepté ici.',
      de: 'Hier wird nur JSON verstanden.',
      ru: 'Здесь принимается только JSON.',
      zh: '这里只接受 JSON。',
    },
  },
  422: {
    title: 'Rejected',
    detail: {
      en: 'The request was understood and rejected.',
      es: 'La petición se ha entendido, pero no se ha aceptado.',
      fr: 'La requête a été comprise, mais refusée.',
      de: 'Die Anfrage wurde verstanden, aber abgelehnt.',
      ru: 'Запрос понятен, но отклонён.',
      zh: '请求已理解，但被拒绝。',
    },
  },
  429: {
    title: 'Too many requests',
    detail: {
      en: 'Too many requests in a short time. Please wait a minute and try again.',
      es: 'Demasiadas peticiones en poco tiempo. Espera un minuto e inténtalo de nuevo.',
      fr: 'Trop de requêtes en peu de temps. Attendez une minute et réessayez.',
      de: 'Zu viele Anfragen in kurzer Zeit. Bitte warte eine Minute und versuche es noch einmal.',
      ru: 'Слишком много запросов за короткое время. Подождите минуту и попробуйте ещё раз.',
      zh: '短时间内请求过多，请等一分钟再试。',
    },
  },
  431: {
    title: 'Headers too large',
    detail: {
      en: 'The headers of the request are too large.',
      es: 'Las cabeceras de la petición son demasiado grandes.',
      fr: 'Les en-têtes de la requête sont trop volumineux.',
      de: 'Die Kopfzeilen der Anfrage sind zu groß.',
      ru: 'Заголовки запроса слишком большие.',
      zh: '请求头过大。',
    },
  },
  500: {
    title: 'Internal error',
    detail: {
      en: 'Something went wrong on our side. Please try again.',
      es: 'Algo ha fallado por nuestra parte. Inténtalo de nuevo.',
      fr: 'Un problème est survenu de notre côté. Réessayez.',
      de: 'Bei uns ist etwas schiefgelaufen. Bitte versuche es noch einmal.',
      ru: 'У нас что-то пошло не так. Попробуйте ещё раз.',
      zh: '我们这边出了点问题，请再试一次。',
    },
  },
  503: {
    title: 'Unavailable',
    detail: {
      en: 'Temporarily unavailable. Please try again in a moment.',
      es: 'No disponible por el momento. Inténtalo de nuevo dentro de un rato.',
      fr: 'Momentanément indisponible. Réessayez dans un instant.',
      de: 'Vorübergehend nicht verfügbar. Bitte versuche es gleich noch einmal.',
      ru: 'Временно недоступно. Попробуйте ещё раз чуть позже.',
      zh: '暂时不可用，请稍后再试。',
    },
  },
}

const REJECTED = {
  title: 'Rejected',
  detail: {
    en: 'The request was rejected.',
    es: 'La petición no se ha aceptado.',
    fr: 'La requête a été refusée.',
    de: 'Die Anfrage wurde abgelehnt.',
    ru: 'Запрос отклонён.',
    zh: '请求被拒绝。',
  },
}

export type Particulars = { detail?: Sentences | undefined; code?: string | undefined; language?: string }

export function describeProblem(
  status: number,
  { detail, code, language = 'en' }: Particulars = {},
): Problem {
  const usual = USUAL[status] ?? REJECTED
  const sentences: Sentences = detail ?? usual.detail
  return {
    type: 'about:blank',
    title: usual.title,
    status,
    detail: sentences[language] ?? sentences.en,
    ...(code && { code }),
  }
}
