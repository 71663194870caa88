import { useEffect, useState } from 'react'
import { AUDIT_ENTRIES_PER_PAGE, type AuditEntry } from '../../features/members/contract.ts'
import { getJson } from '../../platform/browser/api-client.ts'
import { actionStyle } from '../../ui/action-style.ts'
import { formatTime } from '../parts/format-time.ts'
import { Panel } from '../parts/panel.tsx'
import { ProblemLine } from '../parts/problem-line.tsx'
import { useAction } from '../parts/use-action.ts'
import { words } from './words.ts'

type Page = { entries: AuditEntry[] }

export function AuditLogPage() {
  const [entries, setEntries] = useState<AuditEntry[]>([])
  const [isWhole, setIsWhole] = useState<boolean>()
  const { run, isRunning, problem } = useAction()
  const oldest = entries.at(-1)?.id

  function readMore(): void {
    run(async () => {
      const page = await getJson<Page>(`/api/audit-log${oldest === undefined ? '' : `?before=${oldest}`}`)
      setEntries([...entries, ...page.entries])
      setIsWhole(page.entries.length < AUDIT_ENTRIES_PER_PAGE)
    })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first page once, the others on request
  useEffect(readMore, [])

  return (
    <Panel id="audit-log" title={words.auditLog}>
      {isWhole && oldest === undefined && <p className="text-muted">{words.noEntries}</p>}
      <ol className="flex flex-col gap-4">
        {entries.map(({ id, created_at, member, action, details }) => (
          <li key={id} className="min-w-0 break-words">
            <strong>{member}</strong> {action} {describe(details)}
            <time dateTime={created_at} className="block text-muted text-sm">
              {formatTime(created_at)}
            </time>
          </li>
        ))}
      </ol>
      <ProblemLine problem={problem} />
      {isWhole === false && (
        <button
          type="button"
          className={`${actionStyle.quiet} mt-6`}
          aria-disabled={isRunning}
          onClick={readMore}
        >
          {words.earlier}
        </button>
      )}
    </Panel>
  )
}

function describe(details: AuditEntry['details']): string {
  const known = Object.entries(details).filter(([, value]) => value !== null)
  return known.map(([name, value]) => `${name.replaceAll('_', ' ')} ${value}`).join(', ')
}
