import type { ReactNode } from 'react'
import type { Language } from './features/i18n/contract.ts'
import { htmlLanguage } from './platform/browser/messages.tsx'

/** Empty, so that it is complete as soon as the browser parses it. */
const PAGE_END = 'page-end'

type Props = {
  language: Language
  isComplete: boolean
  /** Scripts, styles and data, which only the server adds: React leaves them alone when it takes the page over. */
  head?: ReactNode
  end?: ReactNode
  children: ReactNode
}

export function Document({ language, isComplete, head, end, children }: Props) {
  return (
    // The theme script changes the class before React hydrates.
    <html lang={htmlLanguage(language)} className="dark" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#0b0b12" />
        {/* A script loads what is missing; without scripts, the page reloads. */}
        {!isComplete && (
          <noscript>
            <meta httpEquiv="refresh" content="2" />
          </noscript>
        )}
        {/* A page painted before it is fully parsed would shift as its rows grow. */}
        <link rel="expect" href={`#${PAGE_END}`} blocking="render" />
        {head}
      </head>
      <body>
        {children}
        <div id={PAGE_END} hidden />
        {end}
      </body>
    </html>
  )
}
