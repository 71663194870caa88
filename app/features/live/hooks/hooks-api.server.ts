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
import type { StreamHooks } from '../settings.server.ts'
import { explainStop } from '../stage/explain-stop.server.ts'
import { findStop } from '../stage/stages-store.server.ts'
import { checkBodySignature, checkCredential } from './authenticate-hook.server.ts'
import { cloudflare } from './cloudflare.server.ts'
import { ACCEPTED, type HookCall, type HookSource } from './hook-call.server.ts'
import { mediamtx } from './mediamtx.server.ts'
import { mux } from './mux.server.ts'
import { nginxRtmp } from './nginx-rtmp.server.ts'
import { ownHook } from './own-hook.server.ts'
import { srs } from './srs.server.ts'
import { publisherEnded, publisherStarted } from './stream-publishers-store.server.ts'

type HooksOptions = { db: Db; clock: Clock; monotonic?: Clock; log: Log; streamHooks: StreamHooks }
type Hooks = HooksOptions & { warn: LimitedWarn }

const SOURCES: HookSource[] = [ownHook, nginxRtmp, srs, mediamtx, mux, cloudflare]
const BODY_LIMIT = 16 * 1024

/** The publisher may not send: the key is wrong, or the desk stopped the stream. */
class PublisherRejected extends HttpProblem {}

/** Media servers and services report their publishers here. A hook without a secret does not exist. */
export async function hooksApi(
  api: FastifyInstance,
  { monotonic = monotonicClock, ...options }: HooksOptions,
): Promise<void> {
  const hooks = { ...options, warn: createLimitedWarn({ log: options.log, monotonic }) }
  const parsing = { parseAs: 'string', bodyLimit: BODY_LIMIT } as const
  api.removeAllContentTypeParsers()
  // Unparsed, because the signature is over the text.
  api.addContentTypeParser('application/json', parsing, async (_: FastifyRequest, body: string) => body)
  api.addContentTypeParser(
    'application/x-www-form-urlencoded',
    parsing,
    async (_: FastifyRequest, body: string) => new URLSearchParams(body),
  )
  for (const source of SOURCES) {
    const secret = hooks.streamHooks[source.secret]
    if (secret !== undefined) addHook(api, hooks, source, secret)
  }
}

function addHook(api: FastifyInstance, hooks: Hooks, source: HookSource, secret: string): void {
  const { path, authentication, accept, rejectKey } = source
  async function onRequest(request: FastifyRequest): Promise<void> {
    const problem = checkCredential(authentication, request, secret)
    if (problem) throw rejectCaller(hooks, request, problem)
  }
  api.post(`/hooks/${path}`, { onRequest }, async (request, reply) => {
    const signedAt = checkBodySignature(authentication, request, { secret, now: hooks.clock.now() })
    if (typeof signedAt === 'string') throw rejectCaller(hooks, request, signedAt)
    try {
      const npcId = await handleCall(hooks, source, readCall(source, request.body, signedAt))
      return accept ? accept(reply, npcId) : ACCEPTED
    } catch (error) {
      if (rejectKey && error instanceof PublisherRejected) return rejectKey(reply, error)
      throw error
    }
  })
}

function readCall({ read }: HookSource, body: unknown, signedAt: Date | undefined): HookCall {
  if (typeof body === 'string' && read.json) return understood(read.json(body, signedAt))
  if (body instanceof URLSearchParams && read.form) return understood(read.form(body))
  if (read.json) throw new HttpProblem(415, 'Only JSON is understood here.')
  throw new HttpProblem(415, 'Only a form is understood here.')
}

function understood(call: HookCall | undefined): HookCall {
  if (call === undefined) throw new HttpProblem(400, 'That is not what such a call looks like.')
  return call
}

/** The NPC whose stream starts. */
async function handleCall(hooks: Hooks, source: HookSource, call: HookCall): Promise<string | undefined> {
  const { db } = hooks
  switch (call.kind) {
    case 'start': {
      const npcId = await identifyNpc(hooks, source, call)
      await assertNotStopped(hooks, npcId)
      if (npcId !== undefined && (await publisherStarted({ db }, { ...call, npcId }))) return npcId
      throw problemOf(NPC_UNKNOWN)
    }
    case 'end':
      await identifyNpc(hooks, source, call)
      await publisherEnded({ db }, call)
      return undefined
    case 'publish':
      // RTSP clients send credentials only after a 401.
      if (call.key === '') throw new HttpProblem(401, 'Please send the key of the stream.')
      await assertNotStopped(hooks, await identifyNpc(hooks, source, call))
      return undefined
    case 'administer':
      throw new HttpProblem(403, 'This is not for everybody.')
    default:
      return undefined
  }
}

type CallOfStream = { npcId?: string | undefined; key?: string; input?: string }

async function identifyNpc(
  { db, warn, streamHooks }: Hooks,
  { path, isNamedByKey }: HookSource,
  { npcId, key, input }: CallOfStream,
): Promise<string | undefined> {
  if (input !== undefined) {
    const npc = streamHooks.inputs.get(input)
    if (npc === undefined) throw new HttpProblem(404, 'STREAM_INPUTS does not say whose stream that is.')
    return npc
  }
  if (key === undefined) return npcId
  const owner = await checkKey({ db }, key)
  if (owner !== undefined && (isNamedByKey || owner === npcId)) return owner
  warn({ mediaServer: path, npcId: claimedNpc(key) }, 'a wrong stream key was rejected')
  throw new PublisherRejected(403, 'This is not a key of this stream.')
}

async function assertNotStopped({ db }: Hooks, npcId: string | undefined): Promise<void> {
  const stop = npcId === undefined ? undefined : await findStop({ db }, npcId)
  if (stop) throw new PublisherRejected(403, explainStop(stop))
}

function rejectCaller({ warn }: Hooks, { ip, routeOptions }: FastifyRequest, problem: string): HttpProblem {
  warn({ from: householdOf(ip), route: routeOptions.url }, 'a call to a stream hook was rejected')
  return new HttpProblem(401, problem)
}
