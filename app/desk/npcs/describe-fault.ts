import type { Language } from '../../features/i18n/contract.ts'
import { MAX_MISSION_LENGTH, MAX_STEP_LENGTH } from '../../features/missions/contract.ts'
import { MAX_DESCRIPTION_LENGTH, MAX_NPC_NAME_LENGTH } from '../../features/npcs/contract.ts'
import type { DetailsFault } from '../../features/npcs/editing/judge-details.ts'
import { fill } from '../../platform/browser/fill.ts'
import type { TextFault } from '../../platform/names/shown-text.ts'
import { words } from './words.ts'

const { faults } = words

/** The sentence that both the form and the API have for it. */
export function describeFault(found: DetailsFault): string {
  if (found.field === 'x_account') return faults.handle
  if (found.field === 'description') {
    const language = words.languages[found.language]
    return describeTextFault(found.fault, fill(faults.theDescription, { language }), MAX_DESCRIPTION_LENGTH)
  }
  if (found.fault === 'length') return fill(faults.nameLength, { count: MAX_NPC_NAME_LENGTH })
  if (found.fault === 'spaces') return faults.nameSpaces
  return fill(faults[found.fault], { what: faults.theName })
}

export function describeMissionFault(fault: TextFault, language: Language): string {
  const what = fill(faults.theMission, { language: words.languages[language] })
  return describeTextFault(fault, what, MAX_MISSION_LENGTH)
}

export function describeStepFault(fault: TextFault): string {
  return describeTextFault(fault, faults.theStep, MAX_STEP_LENGTH)
}

function describeTextFault(fault: TextFault, what: string, count: number): string {
  return fault === 'length' ? fill(faults.textLength, { what, count }) : fill(faults[fault], { what })
}
