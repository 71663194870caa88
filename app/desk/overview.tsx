import { fill } from '../platform/browser/messages.tsx'
import { Panel } from './parts/panel.tsx'
import type { SectionProps } from './section.ts'
import { words } from './words.ts'

export function OverviewPage({ member, sections }: SectionProps) {
  const { name, role, npc_id } = member
  return (
    <Panel id="overview" title={fill(words.signedInAs, { name })}>
      <p className="mb-6">
        {role === 'operator' ? words.asOperator : fill(words.asNpc, { npc: npc_id ?? '' })}
      </p>
      <ul className="flex flex-col gap-4">
        {sections
          .filter(({ path }) => path !== '/')
          .map(({ path, title, note }) => (
            <li key={path}>
              <a href={path} className="inline-flex min-h-11 items-center font-semibold underline">
                {title}
              </a>
              <p className="text-muted">{note}</p>
            </li>
          ))}
      </ul>
    </Panel>
  )
}
