import { Panel } from '../parts/panel.tsx'
import { useFresh } from '../parts/use-fresh.ts'
import type { SectionProps } from '../section.ts'
import { words as deskWords } from '../words.ts'
import type { Today } from './contract.ts'
import { Findings, Freshness } from './findings.tsx'
import { judgeToday } from './judge-today.ts'
import { LastDay } from './last-day.tsx'
import { NpcTodayPage } from './npc-today.tsx'
import { words } from './words.ts'

const READ_EVERY_MS = 10_000

export function TodayPage(props: SectionProps) {
  const { role, npc_id } = props.member
  return role === 'operator' ? <PlatformToday /> : <NpcTodayPage {...props} npcId={npc_id ?? ''} />
}

function PlatformToday() {
  const fresh = useFresh<Today>('/api/today', READ_EVERY_MS)
  return (
    <div className="flex flex-col gap-6">
      <Panel id="today" title={words.today}>
        {fresh.value ? (
          <Findings findings={judgeToday(fresh.value)} />
        ) : (
          <p className="text-muted">{fresh.problem ?? deskWords.loading}</p>
        )}
        <Freshness fresh={fresh} />
      </Panel>
      <LastDay address="/api/today/history" hasVisitors />
    </div>
  )
}
