export const STREAM_STATES = ['live', 'reconnecting', 'offline'] as const
export type StreamState = (typeof STREAM_STATES)[number]

/** The data of the event `stream`. */
export type StreamNews = { npc_id: string; state: StreamState }

export type Playback = { kind: 'hls' | 'whep'; url: string }
export type NpcPlayback = Playback & { npcId: string }

/** An interrupted stream may take this long to come back. */
export const GRACE_MS = 20_000
