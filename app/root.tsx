import manropeLatin from '@fontsource-variable/manrope/files/manrope-latin-wght-normal.woff2?url'
import tekturLatin from '@fontsource-variable/tektur/files/tektur-latin-wght-normal.woff2?url'
import { type ReactNode, useEffect } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteLoaderData } from 'react-router'
import type { Route } from './+types/root'
import './app.css'
import { catalogueFor } from './catalogue.server.ts'
import { loadMessages } from './features/i18n/choose-language.ts'
import { DEFAULT_LANGUAGE } from './features/i18n/contract.ts'
import { htmlLanguage, MessagesProvider } from './platform/browser/messages.tsx'
import { startListeningAfter } from './platform/browser/server-events.ts'
import { renderingContext, resourcesContext } from './resources.ts'
import { ErrorScreen } from './shell/error-screen.tsx'
import { PublicUrlContext } from './shell/public-url.ts'
import { SiteFrame } from './shell/site-frame.tsx'
import { themeScript } from './shell/theme.ts'

export function loader({ context }: Route.LoaderArgs) {
  const { language, isStreamed } = context.get(renderingContext)
  const { publicUrl, events } = context.get(resourcesContext)
  const lastEventId = String(events.lastId())
  return { language, isStreamed, messages: catalogueFor(language), publicUrl, lastEventId }
}

/** When the visitor chooses a language, the page replaces its messages itself. */
export const shouldRevalidate = () => false

/** Empty, so that it is complete as soon as the browser parses it. */
const PAGE_END = 'page-end'

const font = { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' } as const

export const links: Route.LinksFunction = () => [
  { rel: 'icon', href: '/icon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/site.webmanifest' },
  { ...font, href: manropeLatin },
  { ...font, href: tekturLatin },
]

export function Layout({ children }: { children: ReactNode }) {
  const { language = DEFAULT_LANGUAGE, isStreamed } = useRouteLoaderData<typeof loader>('root') ?? {}
  return (
    // The theme script changes the class before React hydrates.
    <html lang={htmlLanguage(language)} className="dark" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#0b0b12" />
        {/* Streamed parts are put into place by a script; without scripts, the page reloads. */}
        {isStreamed && (
          <noscript>
            <meta httpEquiv="refresh" content="2" />
          </noscript>
        )}
        {/* A page painted before it is fully parsed would shift as its rows grow. */}
        <link rel="expect" href={`#${PAGE_END}`} blocking="render" />
        <Meta />
        <Links />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, allowed by its hash */}
        <script dangerouslySetInnerHTML={{ __html: themeScript }} suppressHydrationWarning />
      </head>
      <body>
        {children}
        <div id={PAGE_END} hidden />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function Root({ loaderData }: Route.ComponentProps) {
  const { language, messages, publicUrl, lastEventId } = loaderData
  useEffect(() => startListeningAfter(lastEventId), [lastEventId])
  return (
    <MessagesProvider language={language} messages={messages} loadMessages={loadMessages}>
      <PublicUrlContext value={publicUrl}>
        <SiteFrame>
          <Outlet />
        </SiteFrame>
      </PublicUrlContext>
    </MessagesProvider>
  )
}

export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  return <ErrorScreen error={error} words={loaderData?.messages.shell} />
}
