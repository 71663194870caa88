const STORAGE_KEY = 'theme'

/** Runs before the first paint, so that a remembered light theme never flashes dark. */
export const themeScript = `try{document.documentElement.classList.toggle('dark',localStorage.getItem('${STORAGE_KEY}')!=='light')}catch{}`

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
