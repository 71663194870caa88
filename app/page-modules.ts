import type { ComponentType } from 'react'

/** The code of each page, loaded by the browser that shows it; named after its file. */
export const pageModules = {
  home: async () => (await import('./routes/home.tsx')).Home,
  onboarding: async () => (await import('./routes/onboarding.tsx')).Onboarding,
  'npc-live': async () => (await import('./routes/npc-live.tsx')).NpcLive,
  'embed-npc': async () => (await import('./routes/embed-npc.tsx')).EmbedNpc,
  'go-live': async () => (await import('./routes/go-live.tsx')).GoLivePage,
  'not-found': async () => (await import('./routes/not-found.tsx')).NotFound,
} satisfies Record<string, () => Promise<ComponentType<{ data: never }>>>

export type PageName = keyof typeof pageModules
