import type { Playback } from './contract.ts'

/** Where an NPC's stream is watched: at the operator's media server, or here. */
export function findPlayback(elsewhere: (Playback & { npcId: string })[], npcId: string): Playback {
  const found = elsewhere.find((playback) => playback.npcId === npcId)
  return found ? { kind: found.kind, url: found.url } : { kind: 'hls', url: `/live/${npcId}/index.m3u8` }
}
