import { PassThrough } from 'node:stream'
import { createReadableStreamFromReadable } from '@react-router/node'
import { renderToPipeableStream } from 'react-dom/server'
import {
  type EntryContext,
  type HandleErrorFunction,
  RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { type Rendering, type Resources, renderingContext, resourcesContext } from './resources.ts'

// The server runs outside this module graph and must use this graph's React Router, not a second copy.
export { createRequestHandler } from 'react-router'
export { themeScript } from './shell/theme.ts'

/** How long a streamed page waits for its data before it shows that it is unavailable. */
export const streamTimeout = 5_000

export function createLoadContext(resources: Resources, rendering: Rendering): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(resourcesContext, resources)
  context.set(renderingContext, rendering)
  return context
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted) return
  const { pathname } = new URL(request.url)
  context.get(resourcesContext).log.error({ err: error, path: pathname }, 'a page could not be rendered')
}

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const { isStreamed, nonce, markIncomplete } = loadContext.get(renderingContext)
  return new Promise((resolve, reject) => {
    const respond = () => {
      const body = new PassThrough()
      headers.set('content-type', 'text/html; charset=utf-8')
      resolve(new Response(createReadableStreamFromReadable(body), { status, headers }))
      pipe(body)
    }
    const { pipe, abort } = renderToPipeableStream(
      <ServerRouter context={routerContext} url={request.url} {...(nonce && { nonce })} />,
      {
        ...(nonce && { nonce }),
        onShellReady: () => isStreamed && respond(),
        onAllReady: () => {
          clearTimeout(timer)
          if (!isStreamed) respond()
        },
        // Complete pages must be readable without scripts, so every part must be in its place.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onShellError: reject,
        onError: (error) => {
          markIncomplete(error)
        },
      },
    )
    const timer = setTimeout(abort, streamTimeout + 1_000).unref()
  })
}
