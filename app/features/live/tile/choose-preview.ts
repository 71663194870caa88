import { isMotionReduced } from '../../../ui/motion.ts'

export type PreviewStart = 'when idle' | 'when touched' | 'never'

type Conditions = { savesData: boolean; effectiveType: string | undefined; prefersReducedMotion: boolean }

/** When the still may give way to moving video. */
export function choosePreviewStart({
  savesData,
  effectiveType,
  prefersReducedMotion,
}: Conditions): PreviewStart {
  if (savesData || effectiveType?.endsWith('2g')) return 'never'
  return prefersReducedMotion ? 'when touched' : 'when idle'
}

/** Not in every browser, and not in the types of the language yet. */
type Connection = { saveData?: boolean; effectiveType?: string }

export function readConditions(): Conditions {
  const { saveData = false, effectiveType } =
    (navigator as Navigator & { connection?: Connection }).connection ?? {}
  return { savesData: saveData, effectiveType, prefersReducedMotion: isMotionReduced() }
}
