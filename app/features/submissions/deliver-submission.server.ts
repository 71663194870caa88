import { createHash } from 'node:crypto'
import type { Db, Queryable } from '../../platform/database/database.server.ts'
import { inTransaction } from '../../platform/database/in-transaction.server.ts'
import { enqueueNotification } from '../../platform/notifications/notifications-store.server.ts'
import type { NotificationChannel } from '../../platform/notifications/settings.server.ts'
import type { Language } from '../i18n/contract.ts'
import { insertAdRequest } from './ad-requests-store.server.ts'
import { insertApplication } from './applications-store.server.ts'
import type { SubmissionKind } from './contract.ts'
import { findRoom, type Sender } from './senders-store.server.ts'
import type { NewAdRequest, NewApplication } from './submission-requests.server.ts'
import { insertSubmission } from './submissions-store.server.ts'

type Needs = { db: Db; notificationChannels: NotificationChannel[] }
type From = { sender: Sender; language: Language }
type Delivery = 'delivered' | 'too_many_submissions' | 'no_room'

/** They leave the machine, so they say nothing about the person. */
const ANNOUNCEMENTS = {
  application: { text: 'A new application has arrived.', path: '/applications' },
  ad_request: { text: 'A new advertising request has arrived.', path: '/advertising' },
}

export function deliverApplication(needs: Needs, application: NewApplication, from: From): Promise<Delivery> {
  const { name, x_account, reason } = application
  const content = JSON.stringify([name, x_account, reason])
  return deliver(needs, from, { kind: 'application', content }, (client, id) =>
    insertApplication(client, id, application),
  )
}

export function deliverAdRequest(needs: Needs, request: NewAdRequest, from: From): Promise<Delivery> {
  const { image, ...rest } = request
  const content = JSON.stringify([rest, image && createHash('sha256').update(image.bytes).digest('base64')])
  return deliver(needs, from, { kind: 'ad_request', content }, (client, id) =>
    insertAdRequest(client, id, request),
  )
}

/** Once: a visitor whose answer got lost may send the same again. */
function deliver(
  { db, notificationChannels }: Needs,
  { sender, language }: From,
  { kind, content }: { kind: SubmissionKind; content: string },
  insert: (client: Queryable, id: number) => Promise<void>,
): Promise<Delivery> {
  const contentHash = createHash('sha256').update(content).digest()
  return inTransaction(db, async (client) => {
    const room = await findRoom(client, { kind, contentHash, sender })
    if (room === 'known') return 'delivered'
    if (room !== 'free') return room
    await insert(client, await insertSubmission(client, { kind, language, contentHash, sender }))
    await enqueueNotification(client, notificationChannels, ANNOUNCEMENTS[kind])
    return 'delivered'
  })
}
