import type { FastifyInstance } from 'fastify'
import { sessionOf } from '../../features/members/access.server.ts'
import { changeWithRecord } from '../../features/members/audit-log-store.server.ts'
import { createAvatarEncoder } from '../../features/npcs/avatars/encode-avatar.server.ts'
import { avatarPath, MAX_AVATAR_BYTES, MAX_AVATAR_PIXELS } from '../../features/npcs/contract.ts'
import {
  type EncodedAvatar,
  lockNpc,
  removeAvatar,
  setAvatar,
} from '../../features/npcs/editing/npc-editing-store.server.ts'
import { fill } from '../../platform/browser/fill.ts'
import type { Db } from '../../platform/database/database.server.ts'
import { HttpProblem } from '../../platform/http/http-problem.server.ts'
import type { Log } from '../../platform/logging/logging.server.ts'
import { readId } from '../parts/read-request.server.ts'
import { words } from './words.ts'

type OfOne = { Params: { id: string } }

const { rejected } = words
const TOO_LARGE = 'FST_ERR_CTP_BODY_TOO_LARGE'
const RETRY_AFTER_S = 5
const REASONS = {
  format: rejected.avatarFormat,
  pixels: fill(rejected.avatarPixels, { count: MAX_AVATAR_PIXELS / 1e6 }),
  broken: rejected.avatarBroken,
  slow: rejected.avatarSlow,
}

/** In a scope of its own: here a body is a file, whatever the browser calls it. */
export async function avatarsApi(api: FastifyInstance, { db, log }: { db: Db; log: Log }): Promise<void> {
  const encode = createAvatarEncoder({ log })

  api.removeAllContentTypeParsers()
  api.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: MAX_AVATAR_BYTES },
    (_request, body: Buffer, done) => done(null, body),
  )
  api.setErrorHandler((error: { code?: string }) => {
    if (error.code === TOO_LARGE) throw new HttpProblem(413, rejected.avatarSize)
    throw error
  })

  async function read(body: unknown): Promise<EncodedAvatar> {
    const outcome = await encode(Buffer.isBuffer(body) ? body : Buffer.alloc(0))
    if (outcome.status === 'encoded') return outcome
    if (outcome.status === 'rejected') throw new HttpProblem(422, REASONS[outcome.reason])
    if (outcome.status === 'busy') throw new HttpProblem(503, rejected.avatarBusy, RETRY_AFTER_S)
    throw new HttpProblem(503, rejected.avatarUnavailable)
  }

  api.put<OfOne>('/npcs/:id/avatar', async (request) => {
    const id = readId(request.params.id)
    const avatar = await read(request.body)
    await changeWithRecord(db, sessionOf(request).member, async (client) => {
      if (!(await lockNpc(client, id))) throw new HttpProblem(404, words.unknownNpc)
      await setAvatar(client, id, avatar)
      return { action: 'changed an avatar', details: { npc: id } }
    })
    return { avatar: avatarPath(avatar.hash) }
  })

  api.delete<OfOne>('/npcs/:id/avatar', async (request) => {
    const id = readId(request.params.id)
    await changeWithRecord(db, sessionOf(request).member, async (client) => {
      if (!(await lockNpc(client, id))) throw new HttpProblem(404, words.unknownNpc)
      if (!(await removeAvatar(client, id))) throw new HttpProblem(404, rejected.noAvatar)
      return { action: 'removed an avatar', details: { npc: id } }
    })
    return {}
  })
}
