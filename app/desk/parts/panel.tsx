import type { ReactNode } from 'react'
import { SectionTitle } from '../../ui/section-title.tsx'

export function Panel({ id, title, children }: { id: string; title: ReactNode; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="rounded-3xl border-2 border-line bg-surface p-5 sm:p-8">
      <SectionTitle id={id}>{title}</SectionTitle>
      {children}
    </section>
  )
}
