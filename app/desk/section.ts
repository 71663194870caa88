import type { ComponentType } from 'react'
import type { Member } from '../features/members/contract.ts'
import type { SectionPath } from './paths.ts'

export type Section = {
  path: SectionPath
  title: string
  /** What the overview says about it. */
  note: string
  isForOperators: boolean
  Page: ComponentType<SectionProps>
}
export type SectionProps = { member: Member; sections: Section[] }
