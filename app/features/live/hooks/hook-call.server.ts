import type { FastifyReply } from 'fastify'
import * as v from 'valibot'
import type { HttpProblem } from '../../../platform/http/http-problem.server.ts'
import { NPC_ID } from '../../npcs/contract.ts'
import type { HookAuthentication } from './authenticate-hook.server.ts'

/** What a call reports, or what it asks to be allowed (publish, watch, administer). */
export type HookCall =
  /** The NPC is given by its id, by a stream key, or by the service's own id of the live input. */
  | { kind: 'start'; session: string; at?: Date; npcId?: string | undefined; key?: string; input?: string }
  | { kind: 'end'; session: string; at?: Date; input?: string }
  | { kind: 'publish'; npcId: string | undefined; key: string }
  | { kind: 'watch' }
  | { kind: 'administer' }
  | { kind: 'other' }

/** A media server or service that calls `/api/hooks/<path>`. */
export type HookSource = {
  path: string
  /** The setting without which there is no such hook. */
  secret: 'secret' | 'muxSecret' | 'cloudflareSecret'
  authentication: HookAuthentication
  /** Undefined when the body is not what such a call looks like. */
  read: {
    json?(body: string, signedAt?: Date): HookCall | undefined
    form?(body: URLSearchParams): HookCall | undefined
  }
  /** The call names no stream but the key. */
  isNamedByKey?: true
  /** Otherwise `{ ok: true }`. */
  accept?(reply: FastifyReply, npcId: string | undefined): unknown
  /** Otherwise the problem itself. */
  rejectKey?(reply: FastifyReply, problem: HttpProblem): unknown
}

export const ACCEPTED = { ok: true }

/** The caller's own name for one publisher, from start to end. */
export const sessionSchema = v.pipe(v.string(), v.regex(/^[\w.:-]{1,200}$/))

/** On a media server the stream of NPC 1 is `npc1`. */
export function streamName(npcId: string): string {
  return `npc${npcId}`
}

export function npcOfStream(name: string): string | undefined {
  const id = name.startsWith('npc') ? name.slice(3) : ''
  return NPC_ID.test(id) ? id : undefined
}

export function readAs<S extends v.GenericSchema>(schema: S, value: unknown): v.InferOutput<S> | undefined {
  const read = v.safeParse(schema, value)
  return read.success ? read.output : undefined
}

export function readJson<S extends v.GenericSchema>(schema: S, body: string): v.InferOutput<S> | undefined {
  return readAs(v.pipe(v.string(), v.parseJson(), schema), body)
}
