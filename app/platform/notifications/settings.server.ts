import { maskAddress } from '../settings/mask-address.server.ts'
import type { SettingsReader, VariableType } from '../settings/read-settings.server.ts'
import { httpUrl, parseList } from '../settings/variable-types.server.ts'
import { isTelegram } from './webhook-request.server.ts'

export type NotificationChannel = 'webhook' | 'email'

export type NotificationSettings = ReturnType<typeof readNotificationSettings>

const EMAIL = /^[^\s@<>,;"]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)*$/i

/** Its path or query is a key. */
const webhookUrl: VariableType<string> = {
  expected: 'the https address of a webhook; one of Telegram ends with sendMessage?chat_id=…',
  parse: (text) => {
    const url = httpUrl.parse(text)
    if (url === undefined || !isTelegram(new URL(url))) return url
    return new URL(url).searchParams.has('chat_id') ? url : undefined
  },
  mask: (text) => maskAddress(text, 'host'),
}

const smtpUrl: VariableType<string> = {
  expected: 'an address like smtps://user:password@host or smtp://host:587',
  parse: (text) => (/^smtps?:\/\/[^/?#]+\/?$/.test(text) && URL.canParse(text) ? text : undefined),
  mask: (text) => maskAddress(text, 'parts'),
}

const emails: VariableType<string[]> = {
  expected: 'one or more e-mail addresses, separated by commas',
  parse: (text) => parseList(text, (part) => (EMAIL.test(part) ? part : undefined)),
}

/** Where announcements for the operators go. Undefined: not that way. */
export function readNotificationSettings({ read, reject }: SettingsReader) {
  const smtp = read('SMTP_URL', smtpUrl, undefined)
  const to = read('NOTIFY_EMAIL', emails, undefined)
  if ((smtp === undefined) !== (to === undefined))
    reject('SMTP_URL and NOTIFY_EMAIL go together: the mail server, and who gets the mail')
  return {
    webhookUrl: read('NOTIFY_WEBHOOK_URL', webhookUrl, undefined),
    email: smtp && to ? { smtpUrl: smtp, to } : undefined,
  }
}

export function channelsOf({ webhookUrl: url, email }: NotificationSettings): NotificationChannel[] {
  return [
    ...(url === undefined ? [] : ['webhook' as const]),
    ...(email === undefined ? [] : ['email' as const]),
  ]
}
