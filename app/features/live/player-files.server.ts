import type { Playback, Stream } from './contract.ts'

const PLAYER = ['app/features/live/player/open-player.ts', 'app/features/live/player/player.tsx']
const SOURCES: Record<Playback['kind'], string> = {
  hls: 'node_modules/hls.js/dist/hls.light.mjs',
  whep: 'app/features/live/player/sources/whep-source.ts',
}

/** What a browser needs to play the stream, if there is one: requested with the page, it saves two waits. */
export function findPlayerFiles({ stream, playback }: { stream: Stream; playback: Playback }): string[] {
  return stream.state === 'offline' ? [] : [...PLAYER, SOURCES[playback.kind]]
}
