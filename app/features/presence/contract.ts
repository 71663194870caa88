export const ONLINE_WINDOW_MS = 5 * 60_000
export const REFRESH_MS = 30_000
export const DEFAULT_ONLINE = 1

export type Online = { online: number }
