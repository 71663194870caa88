import { fill } from '../../platform/browser/messages.tsx'
import { Panel } from '../parts/panel.tsx'
import { useFresh } from '../parts/use-fresh.ts'
import type { SectionProps } from '../section.ts'
import { words as deskWords } from '../words.ts'
import type { NpcToday } from './contract.ts'
import { Findings, Freshness } from './findings.tsx'
import { judgeNpcToday } from './judge-today.ts'
import { LastDay } from './last-day.tsx'
import { words } from './words.ts'

const READ_EVERY_MS = 10_000

/** For the member of one NPC. */
export function NpcTodayPage({ npcId, sections }: SectionProps & { npcId: string }) {
  const address = `/api/npcs/${npcId}/today`
  const fresh = useFresh<NpcToday>(address, READ_EVERY_MS)
  const title = fresh.value ? fill(words.ofYourNpc, { name: fresh.value.stream.name }) : words.today
  const others = sections.filter(({ path }) => path !== '/')
  return (
    <div className="flex flex-col gap-6">
      <Panel id="today" title={title}>
        {fresh.value ? (
          <Findings findings={judgeNpcToday(fresh.value)} />
        ) : (
          <p className="text-muted">{fresh.problem ?? deskWords.loading}</p>
        )}
        <Freshness fresh={fresh} />
      </Panel>
      <Panel id="sections" title={words.yourSections}>
        <ul className="flex flex-col gap-4">
          {others.map(({ path, title, note }) => (
            <li key={path}>
              <a href={path} className="inline-flex min-h-11 items-center font-semibold underline">
                {title}
              </a>
              <p className="text-muted">{note}</p>
            </li>
          ))}
        </ul>
      </Panel>
      <LastDay address={`${address}/history`} hasVisitors={false} />
    </div>
  )
}
