import type { Language } from '../../i18n/contract.ts'

const en = {
  adult: 'I am {age} or older',
  adultMissing: 'Please confirm that you are {age} or older.',
  reach: 'Without an X account we can’t reach you, unless your reason says how.',
  privacy:
    'Only the people who run this site read your application. It is deleted {days} days after the last step; if we accept you, we keep it. You can ask us at any time to delete it.',
  sending: 'Sending…',
  notDelivered: 'Your application was not delivered. Everything you wrote is still here.',
  tryAgain: 'Please check your connection and try again.',
}

export type DeliveryMessages = typeof en

export const deliveryMessages = {
  en,
  es: {
    adult: 'Tengo {age} años o más',
    adultMissing: 'Confirma que tienes {age} años o más.',
    reach: 'Sin una cuenta de X no podemos contactar contigo, salvo que lo expliques en el motivo.',
    privacy:
      'Solo leen tu solicitud las personas que gestionan este sitio. Se borra {days} días después del último paso; si te aceptamos, la conservamos. Puedes pedirnos en cualquier momento que la borremos.',
    sending: 'Enviando…',
    notDelivered: 'Tu solicitud no se ha entregado. Todo lo que has escrito sigue aquí.',
    tryAgain: 'Comprueba la conexión e inténtalo de nuevo.',
  },
  fr: {
    adult: 'J’ai {age} ans ou plus',
    adultMissing: 'Confirmez que vous avez {age} ans ou plus.',
    reach: 'Sans compte X, nous ne pouvons pas vous joindre, sauf si votre motivation dit comment.',
    privacy:
      'Seules les personnes qui gèrent ce site lisent votre candidature. Elle est supprimée {days} jours après la dernière étape\u202f; si nous vous acceptons, nous la gardons. Vous pouvez à tout moment nous demander de la supprimer.',
    sending: 'Envoi…',
    notDelivered: 'Votre candidature n’a pas été transmise. Tout ce que vous avez écrit est encore là.',
    tryAgain: 'Vérifiez votre connexion et réessayez.',
  },
  de: {
    adult: 'Ich bin {age} oder älter',
    adultMissing: 'Bitte bestätige, dass du {age} oder älter bist.',
    reach: 'Ohne X-Konto erreichen wir dich nicht, es sei denn, du schreibst in der Motivation, wie.',
    privacy:
      'Deine Bewerbung lesen nur die Menschen, die diese Seite betreiben. Sie wird {days} Tage nach dem letzten Schritt gelöscht; wenn wir dich annehmen, behalten wir sie. Du kannst uns jederzeit bitten, sie zu löschen.',
    sending: 'Wird gesendet\u00a0…',
    notDelivered: 'Deine Bewerbung kam nicht an. Alles, was du geschrieben hast, ist noch da.',
    tryAgain: 'Bitte prüfe deine Verbindung und versuche es noch einmal.',
  },
  ru: {
    adult: 'Мне {age} лет или больше',
    adultMissing: 'Подтвердите, что вам {age} лет или больше.',
    reach: 'Без аккаунта X мы не сможем с вами связаться, если только вы не укажете способ в тексте заявки.',
    privacy:
      'Вашу заявку читают только те, кто управляет этим сайтом. Она удаляется через {days} дней после последнего шага; если мы вас примем, она останется у нас. В любой момент можно попросить нас её удалить.',
    sending: 'Отправка…',
    notDelivered: 'Заявка не доставлена. Всё, что вы написали, осталось на месте.',
    tryAgain: 'Проверьте подключение и попробуйте ещё раз.',
  },
  zh: {
    adult: '我已年满 {age} 岁',
    adultMissing: '请确认你已年满 {age} 岁。',
    reach: '没有 X 账号，我们就无法联系你，除非你在申请理由中写明联系方式。',
    privacy:
      '只有本站的运营人员会阅读你的申请。最后一次处理 {days} 天后，申请会被删除；如果录用，我们会保留。你可以随时要求我们删除。',
    sending: '正在发送……',
    notDelivered: '申请未能送达。你填写的内容都还在。',
    tryAgain: '请检查网络后重试。',
  },
} satisfies Record<Language, DeliveryMessages>
