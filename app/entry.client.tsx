import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { pageModules } from './page-modules.ts'
import { PAGE_STATE_ID, type PageState } from './page-state.ts'
import { Root } from './root.tsx'

const state = JSON.parse(document.getElementById(PAGE_STATE_ID)?.textContent ?? '') as PageState
const Page = await pageModules[state.name](state.data as never)

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <Root state={state} Page={Page} />
    </StrictMode>,
  )
})
