import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Clock, monotonicClock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.server.ts'
import { HttpProblem, problemOf } from '../../../platform/http/http-problem.server.ts'
import { createLimitedWarn, type LimitedWarn } from '../../../platform/logging/log-limiter.server.ts'
import type { Log } from '../../../platform/logging/logging.server.ts'
import { householdOf } from '../../../platform/network/visitor-address.server.ts'
import { NPC_UNKNOWN } from '../../npcs/contract.ts'
import { claimedNpc } from '../ingest/key-attempts.server.ts'
import { checkKey } from '../ingest/stream-keys.server.ts'
import { readCloudflare } from './cloudflare.server.ts'
import { type Ended, type Other, streamName } from './hook-call.server.ts'
import { checkSignature, isSameText, type MediaServer, tokenOf } from './hook-signature.server.ts'
import { readMediamtxNews, readMediamtxQuestion } from './mediamtx.server.ts'
import { readMux } from './mux.server.ts'
import { readNginxRtmp } from './nginx-rtmp.server.ts'
import { readOwnHook } from './own-hook.server.ts'
import { readSrs } from './srs.server.ts'
import { publisherEnded, publisherStarted } from './stream-publishers-store.server.ts'

export type StreamHooks = {
  secret: string | undefined
  muxSecret: string | undefined
  cloudflareSecret: string | undefined
  /** Whose it is, by the id that a service gave a live stream. */
  inputs: ReadonlyMap<string, string>
}

type Needs = { db: Db; clock: Clock; monotonic?: Clock; log: Log; streamHooks: StreamHooks }
type Hearing = Needs & { warn: LimitedWarn }
type WithToken = { Querystring: { token?: unknown } }
type Began = { kind: 'start'; npcId: string | undefined; session: string; at?: Date }
type OfInput = { kind: 'start' | 'end'; input: string; session: string; at: Date }

const BODY_LIMIT = 16 * 1024
const TAKEN = { ok: true }
const WRONG_KEY = 'This is not a key of this stream.'

/** Media servers and services tell here who sends. What is not configured is not there. */
export async function hooksApi(
  api: FastifyInstance,
  { monotonic = monotonicClock, ...given }: Needs,
): Promise<void> {
  const needs = { ...given, warn: createLimitedWarn({ log: given.log, monotonic }) }
  const { secret, muxSecret, cloudflareSecret } = needs.streamHooks
  api.removeAllContentTypeParsers()
  // As it came, because it is signed as it came.
  api.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: BODY_LIMIT },
    async (_request: FastifyRequest, body: string) => body,
  )
  api.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: BODY_LIMIT },
    async (_request: FastifyRequest, body: string) => new URLSearchParams(body),
  )
  if (secret !== undefined) {
    hearOwn(api, needs, secret)
    hearMediaServers(api, needs, secret)
  }
  if (muxSecret !== undefined) hearMux(api, needs, muxSecret)
  if (cloudflareSecret !== undefined) hearCloudflare(api, needs, cloudflareSecret)
}

function hearOwn(api: FastifyInstance, needs: Hearing, secret: string): void {
  api.post('/hooks/stream', async (request) => {
    const text = jsonOf(request.body)
    const signedAt = assertSigned(needs, secret, request, 'x-npc-signature', text)
    await take(needs, understood(readOwnHook(text, signedAt)))
    return TAKEN
  })
}

function hearMediaServers(api: FastifyInstance, needs: Hearing, secret: string): void {
  const guarding = (server: MediaServer) => ({
    onRequest: async (request: FastifyRequest<WithToken>) => {
      if (!isSameText(tokenIn(request), tokenOf(server, secret)))
        throw refuseCaller(needs, request, 'The call has no token, or a wrong one.')
    },
  })

  api.post<WithToken>('/hooks/nginx-rtmp', guarding('nginx-rtmp'), async ({ body }, reply) => {
    const told = understood(readNginxRtmp(formOf(body)))
    if (told.kind !== 'start') {
      await take(needs, told)
      return TAKEN
    }
    const npcId = await checkKey(needs, told.key)
    if (npcId === undefined) throw refuseKey(needs, 'nginx-rtmp', told.key)
    await take(needs, { ...told, npcId })
    // nginx takes this as the name to go on with: the key is in nothing that viewers see.
    return reply.redirect(streamName(npcId), 302)
  })

  api.post<WithToken>('/hooks/srs', guarding('srs'), async ({ body }, reply) => {
    const told = understood(readSrs(jsonOf(body)))
    if (told.kind === 'start' && !(await isKeyOf(needs, told))) {
      const { message } = refuseKey(needs, 'srs', told.key)
      return reply.code(403).send({ code: 403, msg: message })
    }
    await take(needs, told)
    return { code: 0 }
  })

  api.post<WithToken>('/hooks/mediamtx', guarding('mediamtx'), async ({ body }) => {
    if (body instanceof URLSearchParams) {
      await take(needs, understood(readMediamtxNews(body)))
      return TAKEN
    }
    const asked = understood(readMediamtxQuestion(jsonOf(body)))
    if (asked.kind === 'watch') return TAKEN
    if (asked.kind === 'administer') throw new HttpProblem(403, 'This is not for everybody.')
    // RTSP clients send theirs only when they are asked for it.
    if (asked.key === '') throw new HttpProblem(401, 'Please send the key of the stream.')
    if (!(await isKeyOf(needs, asked))) throw refuseKey(needs, 'mediamtx', asked.key)
    return TAKEN
  })
}

function hearMux(api: FastifyInstance, needs: Hearing, secret: string): void {
  api.post('/hooks/mux', async (request) => {
    const text = jsonOf(request.body)
    assertSigned(needs, secret, request, 'mux-signature', text)
    await takeOfInput(needs, understood(readMux(text)))
    return TAKEN
  })
}

function hearCloudflare(api: FastifyInstance, needs: Hearing, secret: string): void {
  api.post('/hooks/cloudflare', async (request) => {
    if (!isSameText(String(request.headers['cf-webhook-auth'] ?? ''), secret))
      throw refuseCaller(needs, request, 'The call has no secret, or a wrong one.')
    await takeOfInput(needs, understood(readCloudflare(jsonOf(request.body))))
    return TAKEN
  })
}

function jsonOf(body: unknown): string {
  if (typeof body !== 'string') throw new HttpProblem(415, 'Only JSON is understood here.')
  return body
}

function formOf(body: unknown): URLSearchParams {
  if (!(body instanceof URLSearchParams)) throw new HttpProblem(415, 'Only a form is understood here.')
  return body
}

function understood<T>(told: T | undefined): T {
  if (told === undefined) throw new HttpProblem(400, 'That is not what such a call looks like.')
  return told
}

function assertSigned(
  needs: Hearing,
  secret: string,
  request: FastifyRequest,
  name: 'x-npc-signature' | 'mux-signature',
  body: string,
): Date {
  const header = String(request.headers[name] ?? '')
  const at = checkSignature({ secret, header, body, now: needs.clock.now() })
  if (at === undefined) throw refuseCaller(needs, request, 'The call is not signed, not genuine, or too old.')
  return at
}

/** In a header it stays out of access logs; a server that can send none has it in the address. */
function tokenIn({ headers, query }: FastifyRequest<WithToken>): string {
  const [, bearer] = /^Bearer (.+)$/i.exec(headers.authorization ?? '') ?? []
  return bearer ?? (typeof query.token === 'string' ? query.token : '')
}

function refuseCaller(
  { warn }: Hearing,
  { ip, routeOptions }: FastifyRequest,
  sentence: string,
): HttpProblem {
  warn({ from: householdOf(ip), route: routeOptions.url }, 'a call to a stream hook was refused')
  return new HttpProblem(401, sentence)
}

function refuseKey({ warn }: Hearing, mediaServer: MediaServer, key: string): HttpProblem {
  warn({ mediaServer, npcId: claimedNpc(key) }, 'a wrong stream key was refused')
  return new HttpProblem(403, WRONG_KEY)
}

async function isKeyOf(
  { db }: Needs,
  { npcId, key }: { npcId: string | undefined; key: string },
): Promise<boolean> {
  return npcId !== undefined && (await checkKey({ db }, key)) === npcId
}

async function takeOfInput(needs: Needs, told: OfInput | Other): Promise<void> {
  if (told.kind === 'other') return
  const { kind, input, session, at } = told
  const npcId = needs.streamHooks.inputs.get(input)
  if (npcId === undefined) throw new HttpProblem(404, 'STREAM_INPUTS does not say whose stream that is.')
  await take(needs, kind === 'start' ? { kind, npcId, session, at } : { kind, session, at })
}

async function take({ db }: Needs, told: Began | Ended | Other): Promise<void> {
  if (told.kind === 'end') return publisherEnded({ db }, told)
  if (told.kind === 'other') return
  const { npcId } = told
  if (npcId === undefined || !(await publisherStarted({ db }, { ...told, npcId })))
    throw problemOf(NPC_UNKNOWN)
}
