import { JOIN_PATH } from '../features/members/contract.ts'

const SECTION_PATHS = [
  '/',
  '/npcs',
  '/mission',
  '/stage',
  '/donations',
  '/applications',
  '/advertising',
  '/milestones',
  '/site',
  '/people',
  '/sessions',
  '/audit-log',
] as const
export type SectionPath = (typeof SECTION_PATHS)[number]

/** Every page of the desk is one document; the server needs to know their paths. */
export const DESK_PATHS: readonly string[] = [...SECTION_PATHS, JOIN_PATH]
