import * as v from 'valibot'

export const ONLINE_WINDOW_MS = 5 * 60_000
export const REFRESH_MS = 30_000
export const DEFAULT_ONLINE = 1

export const sessionSchema = v.object({ id: v.pipe(v.string(), v.regex(/^[\w-]{8,64}$/)) })

export type Online = { online: number }
