import type { NpcPlayback, Playback } from './contract.ts'

/** Viewers watch at the operator's media server if one is set for the NPC, otherwise here. */
export function findPlayback(external: NpcPlayback[], npcId: string): Playback {
  const found = external.find((playback) => playback.npcId === npcId)
  return found
    ? { kind: found.kind, url: found.url }
    : { kind: 'hls', url: `/live/${npcId}/index.m3u8`, stillUrl: `/live/${npcId}/still.mp4` }
}
