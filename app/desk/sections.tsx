import type { Member } from '../features/members/contract.ts'
import { AuditLogPage } from './people/audit-log.tsx'
import { PeoplePage } from './people/people.tsx'
import { SessionsPage } from './people/sessions.tsx'
import { words as people } from './people/words.ts'
import type { Section } from './section.ts'
import { AdvertisingPage } from './submissions/advertising.tsx'
import { ApplicationsPage } from './submissions/applications.tsx'
import { words as submissions } from './submissions/words.ts'
import { TodayPage } from './today/today.tsx'
import { words as today } from './today/words.ts'

const SECTIONS: Section[] = [
  {
    path: '/',
    title: today.today,
    note: today.todayNote,
    isForOperators: false,
    isWide: true,
    Page: TodayPage,
  },
  {
    path: '/applications',
    title: submissions.applications,
    note: submissions.applicationsNote,
    isForOperators: true,
    Page: ApplicationsPage,
  },
  {
    path: '/advertising',
    title: submissions.advertising,
    note: submissions.advertisingNote,
    isForOperators: true,
    Page: AdvertisingPage,
  },
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
