import type { ComponentType, ReactNode } from 'react'
import { EMBED_PATH } from './features/live/embed/contract.ts'
import { GO_LIVE_PATH } from './features/live/go-live/contract.ts'
import { findPlayerFiles } from './features/live/player-files.server.ts'
import { LIVE_NPC_PATH } from './features/npcs/contract.ts'
import type { PageName } from './page-modules.ts'
import type { PageHandle, Rendering, Resources } from './resources.ts'
import { loadEmbedNpc } from './routes/embed-npc.server.ts'
import { EmbedNpc } from './routes/embed-npc.tsx'
import { GoLivePage } from './routes/go-live.tsx'
import { loadHome } from './routes/home.server.ts'
import { Home } from './routes/home.tsx'
import { NotFound } from './routes/not-found.tsx'
import { loadNpcLive } from './routes/npc-live.server.ts'
import { NpcLive } from './routes/npc-live.tsx'
import { loadOnboarding } from './routes/onboarding.server.ts'
import { Onboarding } from './routes/onboarding.tsx'

type Loader<Data> = (resources: Resources, rendering: Rendering) => Promise<Data>
type Page<Data = never> = {
  name: PageName
  load: Loader<Data>
  Component: ComponentType<{ data: Data }>
  /** The source files that the page imports as soon as it runs, as its data wants it. */
  partsFor?: (data: Data) => string[]
}
type ListedPage = Page & { handle: PageHandle }

/** Lets the compiler compare what the loader returns with what the component takes. */
function page<Data>(
  name: PageName,
  Component: Page<Data>['Component'],
  load: Loader<Data>,
  partsFor?: Page<Data>['partsFor'],
): Page {
  return { name, Component, load, partsFor } as unknown as Page
}

function staticPage(name: PageName, Component: () => ReactNode): Page {
  return page<null>(name, Component, async () => null)
}

/** Every other path gets the 404 page. */
export const PAGES = new Map<string, ListedPage>([
  ['/', { ...page('home', Home, loadHome), handle: {} }],
  ['/onboarding', { ...page('onboarding', Onboarding, loadOnboarding), handle: {} }],
  [LIVE_NPC_PATH, { ...page('npc-live', NpcLive, loadNpcLive, findPlayerFiles), handle: {} }],
  [
    EMBED_PATH,
    {
      ...page('embed-npc', EmbedNpc, loadEmbedNpc, findPlayerFiles),
      handle: { isUnlisted: true, isEmbeddable: true },
    },
  ],
  [GO_LIVE_PATH, { ...staticPage('go-live', GoLivePage), handle: { usesCamera: true, isUnlisted: true } }],
])

export const NOT_FOUND = staticPage('not-found', NotFound)
