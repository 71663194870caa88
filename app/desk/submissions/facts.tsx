import type { ReactNode } from 'react'

type Props = { facts: [label: string, value: ReactNode][] }

/** What somebody wrote, as they wrote it. */
export function Facts({ facts }: Props) {
  return (
    <dl className="flex flex-col gap-4">
      {facts.map(([label, value]) => (
        <div key={label} className="min-w-0">
          <dt className="text-muted text-sm">{label}</dt>
          <dd className="whitespace-pre-wrap break-words">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
