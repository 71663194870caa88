import { Moon, Sun } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { isDark, subscribeTheme, toggleTheme } from './theme.ts'
import { useShellMessages } from './use-messages.ts'

export function ThemeToggle() {
  const words = useShellMessages()
  const isNowDark = useSyncExternalStore(subscribeTheme, isDark, () => true)
  const Icon = isNowDark ? Sun : Moon
  return (
    <button
      type="button"
      aria-label={isNowDark ? words.toLight : words.toDark}
      onClick={toggleTheme}
      className="flex size-11 shrink-0 items-center justify-center rounded-xl border border-line bg-surface hover:border-muted"
    >
      <Icon aria-hidden="true" className="size-5" />
    </button>
  )
}
