import { type ComponentType, type ReactNode, useEffect } from 'react'
import { Document } from './document.tsx'
import { loadMessages } from './features/i18n/choose-language.ts'
import type { PageState } from './page-state.ts'
import { MessagesProvider } from './platform/browser/messages.tsx'
import { refreshAll, startListeningAfter } from './platform/browser/server-events.ts'
import { ErrorBoundary } from './shell/error-boundary.tsx'
import { PageReady } from './shell/page-ready.tsx'
import { PublicUrlContext } from './shell/public-url.ts'
import { SiteFrame } from './shell/site-frame.tsx'
import { site } from './site.ts'
import { SiteContext } from './use-site.ts'

type Props = { state: PageState; Page: ComponentType<{ data: never }>; head?: ReactNode; end?: ReactNode }

/** A whole page, the same on the server and in the browser. */
export function Root({ state, Page, head, end }: Props) {
  const { path, language, messages, publicUrl, lastEventId, isComplete, data } = state

  useEffect(() => {
    startListeningAfter(lastEventId)
    if (!isComplete) refreshAll()
  }, [lastEventId, isComplete])

  return (
    <Document language={language} isComplete={isComplete} head={head} end={end}>
      <SiteContext value={{ ...site, ...state.site }}>
        <ErrorBoundary path={path} words={messages.shell}>
          <MessagesProvider language={language} messages={messages} loadMessages={loadMessages}>
            <PublicUrlContext value={publicUrl}>
              <SiteFrame path={path}>
                <Page data={data as never} />
              </SiteFrame>
              <PageReady />
            </PublicUrlContext>
          </MessagesProvider>
        </ErrorBoundary>
      </SiteContext>
    </Document>
  )
}
