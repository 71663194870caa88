import type { Member } from '../features/members/contract.ts'
import type { DeskPath } from './paths.ts'
import { words } from './words.ts'

type Section = { path: DeskPath; title: string; note: string; isForOperators: boolean }

const SECTIONS: Section[] = [
  { path: '/', title: words.overview, note: '', isForOperators: false },
  { path: '/people', title: words.people, note: words.peopleNote, isForOperators: true },
  { path: '/sessions', title: words.sessions, note: words.sessionsNote, isForOperators: false },
  { path: '/audit-log', title: words.auditLog, note: words.auditLogNote, isForOperators: true },
]

export function sectionsFor({ role }: Member): Section[] {
  return SECTIONS.filter(({ isForOperators }) => role === 'operator' || !isForOperators)
}
