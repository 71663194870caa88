const STORAGE_KEY = 'theme'

/** Runs before the first paint, so that a remembered light theme never flashes dark. */
export const themeScript = `try{document.documentElement.classList.toggle('dark',localStorage.getItem('${STORAGE_KEY}')!=='light')}catch{}`

/** For a document whose root was made again, as the error screen's is. */
export function restoreTheme(): void {
  try {
    document.documentElement.classList.toggle('dark', localStorage.getItem(STORAGE_KEY) !== 'light')
  } catch {
    // Where storage is forbidden the theme is the first one.
  }
}

const listeners = new Set<() => void>()

export function subscribeTheme(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function isDark(): boolean {
  return document.documentElement.classList.contains('dark')
}

export function toggleTheme(): void {
  const isNowDark = document.documentElement.classList.toggle('dark')
  try {
    localStorage.setItem(STORAGE_KEY, isNowDark ? 'dark' : 'light')
  } catch {
    // Not remembered where storage is forbidden; the page still changes.
  }
  for (const listener of listeners) listener()
}
