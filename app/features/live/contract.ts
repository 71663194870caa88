export const STREAM_STATES = ['live', 'reconnecting', 'offline'] as const
export type StreamState = (typeof STREAM_STATES)[number]

/** What the event `stream` says. */
export type StreamNews = { npc_id: string; state: StreamState }

/** Where the picture comes from, as a browser asks for it. */
export type Playback = { kind: 'hls' | 'whep'; url: string }
export type NpcPlayback = Playback & { npcId: string }

/** How long a stream that broke off may take to come back. */
export const GRACE_MS = 20_000
