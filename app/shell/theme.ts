const STORAGE_KEY = 'theme'

/** Runs before the first paint, so that a saved light theme never flashes dark. */
export const themeScript = `try{document.documentElement.classList.toggle('dark',localStorage.getItem('${STORAGE_KEY}')!=='light')}catch{}`

/** For a document whose root element React has replaced, as on the error screen. */
export function restoreTheme(): void {
  try {
    document.documentElement.classList.toggle('dark', localStorage.getItem(STORAGE_KEY) !== 'light')
  } catch {
    // Without storage the theme is dark.
  }
}

const listeners = new Set<() => void>()

export function subscribeTheme(listener: () => void): () => void {
  // A page that the browser kept has not noticed a choice made on a later one.
  const restore = () => {
    restoreTheme()
    listener()
  }
  listeners.add(listener)
  addEventListener('pageshow', restore)
  return () => {
    listeners.delete(listener)
    removeEventListener('pageshow', restore)
  }
}

export function isDark(): boolean {
  return document.documentElement.classList.contains('dark')
}

export function toggleTheme(): void {
  const isNowDark = document.documentElement.classList.toggle('dark')
  try {
    localStorage.setItem(STORAGE_KEY, isNowDark ? 'dark' : 'light')
  } catch {
    // Without storage the choice lasts until the next page load.
  }
  for (const listener of listeners) listener()
}
