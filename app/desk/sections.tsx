import type { Member } from '../features/members/contract.ts'
import { DonationsPage } from './donations/donations.tsx'
import { words as donations } from './donations/words.ts'
import { MilestonesPage } from './milestones/milestones.tsx'
import { words as milestones } from './milestones/words.ts'
import { MissionPage } from './npcs/mission.tsx'
import { NpcsPage } from './npcs/npcs.tsx'
import { words as npcs } from './npcs/words.ts'
import { AuditLogPage } from './people/audit-log.tsx'
import { PeoplePage } from './people/people.tsx'
import { SessionsPage } from './people/sessions.tsx'
import { words as people } from './people/words.ts'
import type { Section } from './section.ts'
import { SitePage } from './site/site.tsx'
import { words as site } from './site/words.ts'
import { StagePage } from './stage/stage.tsx'
import { words as stage } from './stage/words.ts'
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
  { path: '/npcs', title: npcs.npcs, note: npcs.npcsNote, isForOperators: true, Page: NpcsPage },
  { path: '/mission', title: npcs.mission, note: npcs.missionNote, isForOperators: false, Page: MissionPage },
  { path: '/stage', title: stage.stage, note: stage.stageNote, isForOperators: false, Page: StagePage },
  {
    path: '/donations',
    title: donations.donations,
    note: donations.donationsNote,
    isForOperators: false,
    Page: DonationsPage,
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
  {
    path: '/milestones',
    title: milestones.milestones,
    note: milestones.milestonesNote,
    isForOperators: true,
    Page: MilestonesPage,
  },
  { path: '/site', title: site.site, note: site.siteNote, isForOperators: true, Page: SitePage },
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
