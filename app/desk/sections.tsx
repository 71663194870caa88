import type { Member } from '../features/members/contract.ts'
import { OverviewPage } from './overview.tsx'
import { AuditLogPage } from './people/audit-log.tsx'
import { PeoplePage } from './people/people.tsx'
import { SessionsPage } from './people/sessions.tsx'
import { words as people } from './people/words.ts'
import type { Section } from './section.ts'
import { words } from './words.ts'

const SECTIONS: Section[] = [
  { path: '/', title: words.overview, note: '', isForOperators: false, Page: OverviewPage },
  { path: '/people', title: people.people, note: people.peopleNote, isForOperators: true, Page: PeoplePage },
  {
    path: '/sessions',
    title: people.sessions,
    note: people.sessionsNote,
    isForOperators: false,
    Page: SessionsPage,
  },
  {
    path: '/audit-log',
    title: people.auditLog,
    note: people.auditLogNote,
    isForOperators: true,
    Page: AuditLogPage,
  },
]

export function sectionsFor({ role }: Member): Section[] {
  return SECTIONS.filter(({ isForOperators }) => role === 'operator' || !isForOperators)
}
