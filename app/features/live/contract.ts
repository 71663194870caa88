export const STREAM_STATES = ['live', 'reconnecting', 'offline'] as const
export type StreamState = (typeof STREAM_STATES)[number]

/** `wasPublished` is false for an NPC that has never streamed. */
export type Stream = { state: StreamState; wasPublished: boolean }

/** The data of the event `stream`. */
export type StreamNews = { npc_id: string; state: StreamState }
export type StreamAnswer = StreamNews & { was_published: boolean }

/** `stillUrl` shows the newest key frame; other media servers have none. */
export type Playback = { kind: 'hls' | 'whep'; url: string; stillUrl?: string }
export type NpcPlayback = Playback & { npcId: string }

/** An interrupted stream may take this long to come back. */
export const GRACE_MS = 20_000

/** The place of the video in the live page. */
export const STREAM_ID = 'stream'
