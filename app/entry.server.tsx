import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import manropeLatin from '@fontsource-variable/manrope/files/manrope-latin-wght-normal.woff2?url'
import tekturLatin from '@fontsource-variable/tektur/files/tektur-latin-wght-normal.woff2?url'
import type { ReactNode } from 'react'
import { type RenderToPipeableStreamOptions, renderToPipeableStream } from 'react-dom/server'
import { catalogueFor } from './catalogue.server.ts'
import { Document } from './document.tsx'
import { keepLanguageOfAddress, languageCookie } from './features/i18n/choose-language.ts'
import type { Language } from './features/i18n/contract.ts'
import type { PageName } from './page-modules.ts'
import { PAGE_STATE_ID, type PageState, serializeState } from './page-state.ts'
import { NOT_FOUND, PAGES } from './pages.server.ts'
import type { PageHandle, Resources } from './resources.ts'
import { Root } from './root.tsx'
import { keepEarlyInput, PAGE_READY } from './shell/early-input.ts'
import { ErrorScreen } from './shell/error-screen.tsx'
import { loadAfterPaint } from './shell/load-after-paint.ts'
import { themeScript } from './shell/theme.ts'
import { takeDecimalCommas } from './ui/decimal-comma.ts'
import { SiteContext } from './use-site.ts'

/** The files that a browser needs for one page. */
export type PageAssets = {
  entry: string
  /** What the entry and the page import, so that the browser requests it all at once. */
  modules: string[]
  /** The text is part of the page, the address is of a file. */
  style: { text: string } | { href: string }
}

export type PageRequest = {
  path: string
  language: Language
  /** False for a page that must not wait for the database: the browser will load what is missing. */
  hasDatabase: boolean
  /** The page has its data; what is left to do takes no waiting. */
  onLoaded?: () => void
}

/** `cause` is why the page is incomplete. */
export type RenderedPage = { status: number; html: string; isComplete: boolean; cause?: unknown }

export const pages: Map<string, PageHandle> = new Map([...PAGES].map(([path, { handle }]) => [path, handle]))

/** For the time until the page's own code has come. */
const EARLY_SCRIPT = `(${takeDecimalCommas})();(${keepEarlyInput})('${PAGE_READY}')`
const LANGUAGE_SCRIPT = `(${keepLanguageOfAddress})('${languageCookie('*', false)}','${languageCookie('*', true)}')`

const WAITING_ID = 'waiting-scripts'
const WAITING_SCRIPT = `(${loadAfterPaint})('${WAITING_ID}')`

/** The scripts in the pages themselves; a content security policy has to allow them. */
export const inlineScripts = [themeScript, LANGUAGE_SCRIPT, EARLY_SCRIPT, WAITING_SCRIPT]

export async function renderPage(
  resources: Resources,
  assetsOf: (page: PageName, parts: string[]) => PageAssets,
  { path, language, hasDatabase, onLoaded }: PageRequest,
): Promise<RenderedPage> {
  let isComplete = hasDatabase
  let cause: unknown
  const markIncomplete = (error: unknown) => {
    isComplete = false
    cause = error
  }
  async function read<T>(query: () => Promise<T>): Promise<T | undefined> {
    try {
      return hasDatabase ? await query() : undefined
    } catch (error) {
      markIncomplete(error)
      return undefined
    }
  }

  const listed = PAGES.get(path)
  const { name, load, Component, partsFor } = listed ?? NOT_FOUND
  const { siteDetails } = resources
  const messages = catalogueFor(language, siteDetails.current().name)
  try {
    const lastEventId = String(resources.events.lastId())
    const data: unknown = await load(resources, { language, read })
    onLoaded?.()
    const parts = partsFor?.(data as never) ?? []
    const { entry, modules, style } = assetsOf(name, parts)
    const shared = { name, language, messages, site: siteDetails.changed(), publicUrl: resources.publicUrl }
    const state: PageState = { ...shared, lastEventId, path: listed && path, isComplete, data }
    const html = await renderWhole(
      <Root
        state={state}
        Page={Component}
        head={
          <>
            <Head style={style} />
            {/* A frame in another site's page sets no cookie. */}
            {!listed?.handle.isEmbeddable && <InlineScript text={LANGUAGE_SCRIPT} />}
            <InlineScript text={EARLY_SCRIPT} />
          </>
        }
        end={
          <>
            <EmbeddedState state={state} />
            <Scripts entry={entry} modules={modules} areUrgent={parts.length > 0} />
          </>
        }
      />,
      { onError: markIncomplete },
    )
    return { status: listed ? 200 : 404, html, isComplete, cause }
  } catch (error) {
    resources.log.error({ err: error, path }, 'a page could not be rendered')
    const html = await renderWhole(
      <Document language={language} isComplete head={<Head style={assetsOf(name, []).style} />}>
        <SiteContext value={siteDetails.current()}>
          <ErrorScreen error={error} path={listed && path} words={messages.shell} />
        </SiteContext>
      </Document>,
    )
    return { status: 500, html, isComplete: false, cause: error }
  }
}

function Head({ style }: Pick<PageAssets, 'style'>) {
  return (
    <>
      <InlineScript text={themeScript} />
      {'text' in style ? (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: a file of the build, allowed by its hash
        <style dangerouslySetInnerHTML={{ __html: style.text }} />
      ) : (
        <link rel="stylesheet" href={style.href} />
      )}
      {[manropeLatin, tekturLatin].map((font) => (
        <link key={font} rel="preload" as="font" type="font/woff2" crossOrigin="anonymous" href={font} />
      ))}
      <link rel="icon" href="/icon.svg" type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <link rel="manifest" href="/site.webmanifest" />
    </>
  )
}

function InlineScript({ text }: { text: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, allowed by its hash
  return <script dangerouslySetInnerHTML={{ __html: text }} />
}

function EmbeddedState({ state }: { state: PageState }) {
  const json = serializeState(state)
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every "<" escaped, which no browser executes
  return <script id={PAGE_STATE_ID} type="application/json" dangerouslySetInnerHTML={{ __html: json }} />
}

/**
 * Scripts wait for the first paint, which they would delay on a slow line; those of a page that shows video do not, and come
 * after the content. As elements, React would move them into the head.
 */
function Scripts({
  entry,
  modules,
  areUrgent,
}: Pick<PageAssets, 'entry' | 'modules'> & { areUrgent: boolean }) {
  const links = modules.map((module) => `<link rel="modulepreload" href="${module}">`)
  const html = { __html: `${links.join('')}<script type="module" src="${entry}"></script>` }
  // biome-ignore lint/security/noDangerouslySetInnerHtml: addresses of the build
  if (areUrgent) return <div hidden dangerouslySetInnerHTML={html} />
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: addresses of the build */}
      <template id={WAITING_ID} dangerouslySetInnerHTML={html} />
      <InlineScript text={WAITING_SCRIPT} />
    </>
  )
}

/** A page must be readable without scripts, so every part must be in its place. */
function renderWhole(page: ReactNode, options: RenderToPipeableStreamOptions = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(page, {
      ...options,
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => resolve(text(pipe(new PassThrough()))),
      onShellError: reject,
    })
  })
}
