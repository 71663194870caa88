import type { ComponentType } from 'react'
import type { Member } from '../features/members/contract.ts'
import type { SectionPath } from './paths.ts'

export type Section = {
  path: SectionPath
  title: string
  /** What the first page says about it to the member of an NPC. */
  note: string
  isForOperators: boolean
  /** Takes the whole width, for tables and plots; forms and lists read better without. */
  isWide?: boolean
  Page: ComponentType<SectionProps>
}
export type SectionProps = { member: Member; sections: Section[] }
