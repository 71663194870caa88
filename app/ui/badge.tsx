import type { ReactNode } from 'react'

const TONES = {
  live: 'border-transparent bg-live text-on-live',
  quest: 'border-transparent bg-quest text-on-quest',
  outline: 'border-quest-text text-quest-text',
  quiet: 'border-line text-muted',
}

export function Badge({ tone, children }: { tone: keyof typeof TONES; children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center rounded-full border px-3 py-0.5 font-bold text-xs tracking-wider ${TONES[tone]}`}
    >
      {children}
    </span>
  )
}
