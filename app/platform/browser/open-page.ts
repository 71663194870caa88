const MAX_WAIT_MS = 15_000

/**
 * Requests a page before it opens it, so that this page stays, and can show that it waits, until the answer is there.
 * The browser then opens the page from its cache. A page that does not come is left to the browser to explain.
 */
export async function openPage(address: string, signal: AbortSignal): Promise<void> {
  try {
    const answer = await fetch(address, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(MAX_WAIT_MS)]),
    })
    await answer.arrayBuffer()
  } catch {
    // The browser tries again, and shows its own error page.
  }
  if (!signal.aborted) location.assign(address)
}
