import { type HttpProblem, problemOf } from '../../platform/http/http-problem.server.ts'
import type { Language } from '../i18n/contract.ts'

/** The problems that the server may report to a donor. If a code is about a field, it starts with its name. */
export const DONATIONS_PROBLEMS = {
  npc_without_donations: {
    status: 422,
    detail: {
      en: 'This NPC does not accept donations yet.',
      es: 'Este NPC todavía no acepta donaciones.',
      fr: 'Ce PNJ n’accepte pas encore les dons.',
      de: 'Dieser NPC nimmt noch keine Spenden an.',
      ru: 'Этот NPC пока не принимает донаты.',
      zh: '这位 NPC 暂不接受捐赠。',
    },
  },
  too_many_open_claims: {
    status: 429,
    retryAfterS: 60,
    detail: {
      en: 'Several of your donations are still waiting for the Solana network. Please try again in a minute.',
      es: 'Varias de tus donaciones siguen a la espera de la red de Solana. Inténtalo de nuevo dentro de un minuto.',
      fr: 'Plusieurs de vos dons sont encore en attente du réseau Solana. Réessayez dans une minute.',
      de: 'Einige deiner Spenden warten noch auf das Solana-Netzwerk. Bitte versuche es in einer Minute noch einmal.',
      ru: 'Несколько ваших донатов ещё ждут подтверждения сети Solana. Попробуйте ещё раз через минуту.',
      zh: '你有几笔捐赠仍在等待 Solana 网络确认，请一分钟后再试。',
    },
  },
  intent_unknown: {
    status: 404,
    detail: {
      en: 'There is no such donation.',
      es: 'Esta donación no existe.',
      fr: 'Ce don n’existe pas.',
      de: 'Diese Spende gibt es nicht.',
      ru: 'Такого доната нет.',
      zh: '没有这笔捐赠。',
    },
  },
  username_length: {
    status: 422,
    detail: {
      en: 'A name must be 1 to 40 characters long.',
      es: 'El nombre debe tener entre 1 y 40 caracteres.',
      fr: 'Le pseudo doit compter de 1 à 40 caractères.',
      de: 'Der Name muss 1 bis 40 Zeichen lang sein.',
      ru: 'Имя должно содержать от 1 до 40 символов.',
      zh: '用户名须为 1 到 40 个字符。',
    },
  },
  username_spaces: {
    status: 422,
    detail: {
      en: 'A name may contain single spaces but no other blank characters.',
      es: 'El nombre solo puede llevar espacios simples, ningún otro tipo de espacio.',
      fr: 'Le pseudo ne peut contenir que des espaces simples, aucun autre blanc.',
      de: 'Der Name darf nur einzelne Leerzeichen enthalten, keine anderen Leerraumzeichen.',
      ru: 'В имени допустимы только одиночные пробелы.',
      zh: '用户名中只能使用单个普通空格，不能有其他空白字符。',
    },
  },
  username_marks: {
    status: 422,
    detail: {
      en: 'A name must not have that many accents on one letter.',
      es: 'El nombre no puede acumular tantos acentos en una letra.',
      fr: 'Le pseudo ne peut pas cumuler autant d’accents sur une lettre.',
      de: 'Der Name darf nicht so viele Akzente auf einem Buchstaben haben.',
      ru: 'В имени не может быть столько знаков над одной буквой.',
      zh: '用户名中的一个字母上不能叠加这么多符号。',
    },
  },
  username_invisible: {
    status: 422,
    detail: {
      en: 'A name must not contain invisible characters.',
      es: 'El nombre no puede contener caracteres invisibles.',
      fr: 'Le pseudo ne peut pas contenir de caractères invisibles.',
      de: 'Der Name darf keine unsichtbaren Zeichen enthalten.',
      ru: 'Имя не может содержать невидимых символов.',
      zh: '用户名不能含有不可见字符。',
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
  amount_invalid: {
    status: 422,
    detail: {
      en: 'Please enter a valid donation amount',
      es: 'Escribe una cantidad válida para la donación',
      fr: 'Indiquez un montant valide pour le don',
      de: 'Bitte gib einen gültigen Spendenbetrag ein',
      ru: 'Введите корректную сумму доната',
      zh: '请输入有效的捐赠金额',
    },
  },
  amount_below_minimum: {
    status: 422,
    detail: {
      en: 'The smallest donation is 0.001 SOL.',
      es: 'La donación mínima es de 0,001 SOL.',
      fr: 'Le don minimal est de 0,001 SOL.',
      de: 'Die Mindestspende beträgt 0,001 SOL.',
      ru: 'Минимальный донат\u00a0— 0,001 SOL.',
      zh: '最低捐赠额为 0.001 SOL。',
    },
  },
  amount_above_maximum: {
    status: 422,
    detail: {
      en: 'The largest donation is 1,000,000 SOL.',
      es: 'La donación máxima es de 1.000.000 SOL.',
      fr: 'Le don maximal est de 1\u202f000\u202f000 SOL.',
      de: 'Die Höchstspende beträgt 1.000.000 SOL.',
      ru: 'Максимальный донат\u00a0— 1\u00a0000\u00a0000 SOL.',
      zh: '最高捐赠额为 1,000,000 SOL。',
    },
  },
  tx_hash_invalid: {
    status: 422,
    detail: {
      en: 'That is not a valid Solana transaction hash.',
      es: 'Esto no es un hash de transacción de Solana válido.',
      fr: 'Ce n’est pas un hash de transaction Solana valide.',
      de: 'Das ist kein gültiger Solana-Transaktions-Hash.',
      ru: 'Это не похоже на хеш транзакции Solana.',
      zh: '这不是有效的 Solana 交易哈希。',
    },
  },
  wallet_signature_invalid: {
    status: 422,
    detail: {
      en: 'The wallet did not sign this claim.',
      es: 'El monedero no ha firmado esta declaración.',
      fr: 'Le portefeuille n’a pas signé cette déclaration.',
      de: 'Die Wallet hat diese Erklärung nicht signiert.',
      ru: 'Кошелёк не подписал это заявление.',
      zh: '钱包没有为此声明签名。',
    },
  },
  already_claimed: {
    status: 409,
    detail: {
      en: 'This transaction was already submitted as a donation.',
      es: 'Esta transacción ya se envió como donación.',
      fr: 'Cette transaction a déjà été déclarée comme don.',
      de: 'Diese Transaktion wurde schon als Spende eingereicht.',
      ru: 'Эта транзакция уже отправлена как донат.',
      zh: '这笔交易已作为捐赠提交过。',
    },
  },
  too_many_verifications: {
    status: 503,
    detail: {
      en: 'Many donations are being verified. Please wait.',
      es: 'Se están verificando muchas donaciones. Espera un momento.',
      fr: 'Beaucoup de dons sont en cours de vérification. Patientez un instant.',
      de: 'Gerade werden viele Spenden geprüft. Bitte warte einen Moment.',
      ru: 'Сейчас проверяется много донатов. Подождите немного.',
      zh: '正在验证的捐赠较多，请稍候。',
    },
  },
  payer_invalid: {
    status: 422,
    detail: {
      en: 'The payer is not a Solana address.',
      es: 'La dirección que paga no es una dirección de Solana.',
      fr: 'L’adresse qui paie n’est pas une adresse Solana.',
      de: 'Die Absenderadresse ist keine Solana-Adresse.',
      ru: 'Адрес плательщика\u00a0— не адрес Solana.',
      zh: '付款方地址不是 Solana 地址。',
    },
  },
  transfer_mismatch: {
    status: 422,
    detail: {
      en: 'That is not the signed transfer for this donation.',
      es: 'Esta no es la transferencia firmada para esta donación.',
      fr: 'Ce n’est pas le transfert signé pour ce don.',
      de: 'Das ist nicht der signierte Transfer für diese Spende.',
      ru: 'Это не подписанный перевод для этого доната.',
      zh: '这不是这笔捐赠的已签名转账。',
    },
  },
  transfer_rejected: {
    status: 422,
    detail: {
      en: 'The network rejected the transfer. Does the wallet hold enough SOL?',
      es: 'La red ha rechazado la transferencia. ¿Hay suficiente SOL en el monedero?',
      fr: 'Le réseau a refusé le transfert. Le portefeuille contient-il assez de SOL\u202f?',
      de: 'Das Netzwerk hat den Transfer abgelehnt. Reicht das Guthaben der Wallet?',
      ru: 'Сеть отклонила перевод. Хватает ли SOL в кошельке?',
      zh: '网络拒绝了这笔转账。钱包里的 SOL 是否充足？',
    },
  },
  network_unavailable: {
    status: 503,
    detail: {
      en: 'The Solana network cannot be reached right now. Please try again in a moment.',
      es: 'Ahora mismo no se puede conectar con la red de Solana. Inténtalo de nuevo en un momento.',
      fr: 'Le réseau Solana est momentanément injoignable. Réessayez dans un instant.',
      de: 'Das Solana-Netzwerk ist gerade nicht erreichbar. Bitte versuche es gleich noch einmal.',
      ru: 'Сеть Solana сейчас недоступна. Попробуйте ещё раз чуть позже.',
      zh: '目前无法连接 Solana 网络，请稍后再试。',
    },
  },
} satisfies Record<string, { status: number; detail: Record<Language, string>; retryAfterS?: number }>

export type DonationsProblemCode = keyof typeof DONATIONS_PROBLEMS

export function donationsProblem(code: DonationsProblemCode): HttpProblem {
  return problemOf({ code, ...DONATIONS_PROBLEMS[code] })
}
