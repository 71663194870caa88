import { startBackgroundTask } from '../async/background-task.server.ts'
import { type Db, describeError } from '../database/database.server.ts'
import type { Log } from '../logging/logging.server.ts'
import { removeNotification, takeDueNotification } from './notifications-store.server.ts'
import { sendEmail, sendToWebhook } from './send-notification.server.ts'
import { channelsOf, type NotificationChannel, type NotificationSettings } from './settings.server.ts'

type Needs = {
  db: Db
  log: Log
  settings: NotificationSettings
  subject: string
  /** Of the desk, for the links. */
  url(): string
  pollMs?: number
}

const POLL_MS = 5_000

/**
 * Sends what was enqueued, once over all instances; again if an instance dies between sending and noting it. A failure
 * is logged when a channel begins to fail, and when a message is given up after a day.
 */
export function keepNotifying({ db, log, settings, subject, url, pollMs = POLL_MS }: Needs) {
  const channels = channelsOf(settings)
  const failing = new Set<NotificationChannel>()

  async function send(channel: NotificationChannel, text: string): Promise<void> {
    if (channel === 'webhook') return sendToWebhook(settings.webhookUrl ?? '', text)
    if (settings.email) await sendEmail({ ...settings.email, subject, text })
  }

  async function sendNext(): Promise<boolean> {
    const due = await takeDueNotification({ db }, channels)
    if (due === undefined) return false
    const { id, channel, text, path, isLast } = due
    try {
      await send(channel, `${text} Open ${url()}${path}`)
      failing.delete(channel)
    } catch (error) {
      // Of an error, only the sentence: the rest may contain what was sent.
      const cause = reasonOf(error)
      if (!isLast) {
        if (!failing.has(channel)) log.warn({ channel, cause }, 'operators cannot be notified; trying again')
        failing.add(channel)
        return true
      }
      log.warn({ channel, cause }, 'a notification of operators is given up after a day')
    }
    await removeNotification({ db }, id)
    return true
  }

  return startBackgroundTask({
    work: async () => ({ againInMs: (await sendNext()) ? 0 : pollMs }),
    log,
    failing: 'notifications cannot be read; trying again every second',
    recovered: 'notifications can be read again',
    level: 'debug',
  })
}

/** fetch() says why only in the cause, and addresses contain keys. */
function reasonOf(error: unknown): string {
  const { cause = error } = error instanceof Error ? error : {}
  return describeError(cause).replace(/\w+:\/\/\S+/g, '***')
}
