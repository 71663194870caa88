import type { ReactNode } from 'react'

const TONES = {
  live: 'bg-live text-on-live',
  quest: 'bg-quest text-on-quest',
}

export function Badge({ tone, children }: { tone: keyof typeof TONES; children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center rounded-full px-3 py-1 font-bold text-xs tracking-wider ${TONES[tone]}`}
    >
      {children}
    </span>
  )
}
