import type { Language } from './contract.ts'

type Foreign = Exclude<Language, 'en'>

/** What the server may answer to somebody who fills in a form, by the English sentence. */
export const problemDetails: Record<string, Record<Foreign, string>> = {
  'There is no such NPC.': {
    es: 'Este NPC no existe.',
    fr: 'Ce PNJ n’existe pas.',
    de: 'Diesen NPC gibt es nicht.',
    ru: 'Такого NPC нет.',
    zh: '没有这个 NPC。',
  },
  'This NPC does not take donations yet.': {
    es: 'Este NPC todavía no acepta donaciones.',
    fr: 'Ce PNJ n’accepte pas encore de dons.',
    de: 'Dieser NPC nimmt noch keine Spenden an.',
    ru: 'Этот NPC пока не принимает пожертвования.',
    zh: '这位 NPC 暂不接受捐款。',
  },
  'Several of your donations still wait for the Solana network. Please try again in a minute.': {
    es: 'Varias de tus donaciones siguen esperando a la red de Solana. Inténtalo de nuevo dentro de un minuto.',
    fr: 'Plusieurs de vos dons attendent encore le réseau Solana. Réessayez dans une minute.',
    de: 'Einige deiner Spenden warten noch auf das Solana-Netzwerk. Bitte versuche es in einer Minute noch einmal.',
    ru: 'Несколько ваших пожертвований ещё ждут сеть Solana. Попробуйте ещё раз через минуту.',
    zh: '您的几笔捐款仍在等待 Solana 网络确认，请一分钟后再试。',
  },
  'There is no such donation.': {
    es: 'Esta donación no existe.',
    fr: 'Ce don n’existe pas.',
    de: 'Diese Spende gibt es nicht.',
    ru: 'Такого пожертвования нет.',
    zh: '没有这笔捐款。',
  },
  'A name has at least one character and at most 40.': {
    es: 'Un nombre tiene entre 1 y 40 caracteres.',
    fr: 'Un nom compte de 1 à 40 caractères.',
    de: 'Ein Name hat 1 bis 40 Zeichen.',
    ru: 'В имени должно быть от 1 до 40 символов.',
    zh: '名字须为 1 到 40 个字符。',
  },
  'A name must not contain invisible characters.': {
    es: 'Un nombre no puede contener caracteres invisibles.',
    fr: 'Un nom ne peut pas contenir de caractères invisibles.',
    de: 'Ein Name darf keine unsichtbaren Zeichen enthalten.',
    ru: 'Имя не может содержать невидимых символов.',
    zh: '名字中不能有不可见字符。',
  },
  'A name may contain single spaces, and no other blanks.': {
    es: 'Un nombre puede llevar espacios sueltos, y ningún otro tipo de espacio.',
    fr: 'Un nom peut contenir des espaces simples, et aucun autre blanc.',
    de: 'Ein Name darf einzelne Leerzeichen enthalten, aber keine anderen Leerräume.',
    ru: 'В имени допустимы одиночные пробелы и никакие другие пустые символы.',
    zh: '名字中只能使用单个普通空格，不能有其他空白字符。',
  },
  'A name must not stack that many accents on one letter.': {
    es: 'Un nombre no puede acumular tantos acentos en una letra.',
    fr: 'Un nom ne peut pas empiler autant d’accents sur une lettre.',
    de: 'Ein Name darf nicht so viele Akzente auf einem Buchstaben stapeln.',
    ru: 'В имени не может быть столько знаков над одной буквой.',
    zh: '名字中的一个字母上不能叠加这么多符号。',
  },
  'An X account has up to 15 letters, digits and underscores.': {
    es: 'Una cuenta de X tiene hasta 15 letras, cifras y guiones bajos.',
    fr: 'Un compte X compte jusqu’à 15 lettres, chiffres et tirets bas.',
    de: 'Ein X-Konto hat bis zu 15 Buchstaben, Ziffern und Unterstriche.',
    ru: 'Имя в X — до 15 латинских букв, цифр и знаков подчёркивания.',
    zh: 'X 账号最多 15 个字母、数字或下划线。',
  },
  'The smallest donation is 0.001 SOL.': {
    es: 'La donación mínima es de 0,001 SOL.',
    fr: 'Le don minimum est de 0,001 SOL.',
    de: 'Die kleinste Spende ist 0,001 SOL.',
    ru: 'Наименьшее пожертвование — 0,001 SOL.',
    zh: '最低捐款额为 0.001 SOL。',
  },
  'The largest donation is 1,000,000 SOL.': {
    es: 'La donación máxima es de 1.000.000 SOL.',
    fr: 'Le don maximum est de 1\u202f000\u202f000 SOL.',
    de: 'Die größte Spende ist 1.000.000 SOL.',
    ru: 'Наибольшее пожертвование — 1 000 000 SOL.',
    zh: '最高捐款额为 1,000,000 SOL。',
  },
  'Please enter a valid donation amount': {
    es: 'Escribe una cantidad válida',
    fr: 'Saisissez un montant valable',
    de: 'Bitte gib einen gültigen Betrag ein',
    ru: 'Введите допустимую сумму',
    zh: '请输入有效的金额',
  },
  'That is not the hash of a Solana transaction.': {
    es: 'Esto no es el hash de una transacción de Solana.',
    fr: 'Ce n’est pas le hash d’une transaction Solana.',
    de: 'Das ist nicht der Hash einer Solana-Transaktion.',
    ru: 'Это не хеш транзакции Solana.',
    zh: '这不是 Solana 交易的哈希。',
  },
  'The wallet did not sign this claim.': {
    es: 'El monedero no ha firmado esta declaración.',
    fr: 'Le portefeuille n’a pas signé cette déclaration.',
    de: 'Die Wallet hat diese Erklärung nicht signiert.',
    ru: 'Кошелёк не подписал это заявление.',
    zh: '钱包没有为此声明签名。',
  },
  'This transaction was already submitted as a donation.': {
    es: 'Esta transacción ya se envió como donación.',
    fr: 'Cette transaction a déjà été déclarée comme don.',
    de: 'Diese Transaktion wurde schon als Spende eingereicht.',
    ru: 'Эта транзакция уже отправлена как пожертвование.',
    zh: '这笔交易已作为捐款提交过。',
  },
  'Many donations are being verified. Please wait.': {
    es: 'Se están verificando muchas donaciones. Espera un momento.',
    fr: 'Beaucoup de dons sont en cours de vérification. Patientez un instant.',
    de: 'Gerade werden viele Spenden geprüft. Bitte warte einen Moment.',
    ru: 'Сейчас проверяется много пожертвований. Подождите немного.',
    zh: '正在验证许多捐款，请稍候。',
  },
  'The payer is not a Solana address.': {
    es: 'La dirección de quien paga no es de Solana.',
    fr: 'L’adresse du payeur n’est pas une adresse Solana.',
    de: 'Die Adresse des Zahlenden ist keine Solana-Adresse.',
    ru: 'Адрес плательщика — не адрес Solana.',
    zh: '付款方地址不是 Solana 地址。',
  },
  'That is not the signed transfer of this donation.': {
    es: 'Esta no es la transferencia firmada de esta donación.',
    fr: 'Ce n’est pas le virement signé de ce don.',
    de: 'Das ist nicht die signierte Überweisung dieser Spende.',
    ru: 'Это не подписанный перевод этого пожертвования.',
    zh: '这不是这笔捐款已签名的转账。',
  },
  'The network refused the transfer. Are there enough funds?': {
    es: 'La red rechazó la transferencia. ¿Hay fondos suficientes?',
    fr: 'Le réseau a refusé le virement. Les fonds suffisent-ils ?',
    de: 'Das Netzwerk hat die Überweisung abgelehnt. Reicht das Guthaben?',
    ru: 'Сеть отклонила перевод. Достаточно ли средств?',
    zh: '网络拒绝了这笔转账。余额是否充足？',
  },
  'The Solana network cannot be reached right now. Please try again in a moment.': {
    es: 'Ahora mismo no se puede acceder a la red de Solana. Inténtalo de nuevo en un momento.',
    fr: 'Le réseau Solana est injoignable pour le moment. Réessayez dans un instant.',
    de: 'Das Solana-Netzwerk ist gerade nicht erreichbar. Bitte versuche es gleich noch einmal.',
    ru: 'Сеть Solana сейчас недоступна. Попробуйте ещё раз через минуту.',
    zh: '目前无法连接 Solana 网络，请稍后再试。',
  },
  'That was a lot within a short time. Please wait a minute and try again.': {
    es: 'Han sido muchas peticiones en poco tiempo. Espera un minuto e inténtalo de nuevo.',
    fr: 'Cela fait beaucoup en peu de temps. Attendez une minute et réessayez.',
    de: 'Das war viel in kurzer Zeit. Bitte warte eine Minute und versuche es noch einmal.',
    ru: 'Слишком много за короткое время. Подождите минуту и попробуйте ещё раз.',
    zh: '短时间内操作过多，请等一分钟再试。',
  },
  'Something broke on our side. Please try again.': {
    es: 'Algo ha fallado por nuestra parte. Inténtalo de nuevo.',
    fr: 'Quelque chose a échoué de notre côté. Réessayez.',
    de: 'Bei uns ist etwas schiefgegangen. Bitte versuche es noch einmal.',
    ru: 'У нас что-то сломалось. Попробуйте ещё раз.',
    zh: '我们这边出了问题，请再试一次。',
  },
  'This is resting for a moment. Please try again.': {
    es: 'Esto descansa un momento. Inténtalo de nuevo.',
    fr: 'Petite pause de notre côté. Réessayez.',
    de: 'Das ruht gerade einen Moment. Bitte versuche es noch einmal.',
    ru: 'Небольшая передышка. Попробуйте ещё раз.',
    zh: '服务暂时休息，请稍后再试。',
  },
  'The request is too large.': {
    es: 'La petición es demasiado grande.',
    fr: 'La requête est trop volumineuse.',
    de: 'Die Anfrage ist zu groß.',
    ru: 'Запрос слишком большой.',
    zh: '请求过大。',
  },
}

/** Sentences for programs stay as they are. */
export function translateDetail(detail: string, language: Language): string {
  return language === 'en' ? detail : (problemDetails[detail]?.[language] ?? detail)
}
