import type { ReactNode } from 'react'

export function SectionTitle({ id, children }: { id: string; children: ReactNode }) {
  return (
    <h2 id={id} className="mb-6 text-balance font-bold text-2xl md:text-3xl">
      {children}
    </h2>
  )
}
