import type { ComponentType } from 'react'
import type { Playback, Stream } from './features/live/contract.ts'

type WithStream = { stream: Stream; playback: Playback }

/** The code of each page, loaded by the browser that shows it; named after its file. */
export const pageModules = {
  home: async () => (await import('./routes/home.tsx')).Home,
  onboarding: async () => (await import('./routes/onboarding.tsx')).Onboarding,
  'npc-live': async (data: WithStream) => {
    playEarly(data)
    return (await import('./routes/npc-live.tsx')).NpcLive
  },
  'embed-npc': async (data: WithStream) => {
    playEarly(data)
    return (await import('./routes/embed-npc.tsx')).EmbedNpc
  },
  'go-live': async () => (await import('./routes/go-live.tsx')).GoLivePage,
  'not-found': async () => (await import('./routes/not-found.tsx')).NotFound,
} satisfies Record<string, (data: never) => Promise<ComponentType<{ data: never }>>>

export type PageName = keyof typeof pageModules

/** The video need not wait for the rest of the page. If this fails, the page tries again. */
function playEarly({ stream, playback }: WithStream): void {
  if (stream.state === 'offline') return
  import('./features/live/player/open-player.ts').then((player) => player.playEarly(playback)).catch(() => {})
}
