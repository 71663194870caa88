import type { ReactNode } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteLoaderData } from 'react-router'
import type { Route } from './+types/root'
import './app.css'
import { DEFAULT_LANGUAGE } from './features/i18n/contract.ts'
import { MessagesProvider } from './platform/messages.tsx'
import { renderingContext } from './resources.ts'
import { catalogueFor } from './shell/catalogue.server.ts'
import { ErrorScreen } from './shell/error-screen.tsx'
import { SiteFrame } from './shell/site-frame.tsx'

export function loader({ context }: Route.LoaderArgs) {
  const { language } = context.get(renderingContext)
  return { language, messages: catalogueFor(language) }
}

export const links: Route.LinksFunction = () => [{ rel: 'icon', href: '/icon.svg', type: 'image/svg+xml' }]

export function Layout({ children }: { children: ReactNode }) {
  const language = useRouteLoaderData<typeof loader>('root')?.language ?? DEFAULT_LANGUAGE
  return (
    <html lang={language} className="dark">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="dark light" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function Root({ loaderData }: Route.ComponentProps) {
  return (
    <MessagesProvider messages={loaderData.messages}>
      <SiteFrame>
        <Outlet />
      </SiteFrame>
    </MessagesProvider>
  )
}

export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  return <ErrorScreen error={error} words={loaderData?.messages.shell} />
}
