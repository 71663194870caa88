/** A hidden tab paints nothing. */
const MAX_WAIT_MS = 200

/** The page is complete without scripts, so the visitor sees it before they run. */
function afterFirstPaint(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, MAX_WAIT_MS)
  })
}

void afterFirstPaint()
  .then(() => import('./hydrate.tsx'))
  .then(({ hydrate }) => hydrate())
