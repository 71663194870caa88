export const STREAM_STATES = ['live', 'reconnecting', 'offline'] as const
export type StreamState = (typeof STREAM_STATES)[number]

export type StoppedBy = 'operator' | 'npc'

/** A stream that was stopped at the desk is offline, and stays so until an operator resumes it. */
type Stopped = { stopped_by?: StoppedBy }
export type Stream = { state: StreamState; was_published: boolean } & Stopped
export const NEVER_PUBLISHED: Stream = { state: 'offline', was_published: false }

/** The data of the event `stream`. */
export type StreamNews = { npc_id: string; state: StreamState } & Stopped

/** `stillUrl` shows the newest key frame; other media servers have none. */
export type Playback = { kind: 'hls' | 'whep'; url: string; stillUrl?: string }
export type NpcPlayback = Playback & { npcId: string }

/** An interrupted stream may take this long to come back. */
export const GRACE_MS = 20_000

/** The place of the video in the live page. */
export const STREAM_ID = 'stream'
