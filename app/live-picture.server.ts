import type { Language } from './features/i18n/contract.ts'
import { SHARE_SIZE, sharePicture } from './shell/share-pictures.ts'

/** What stands for the live page elsewhere. */
export function livePictureIn(language: Language) {
  return { path: sharePicture('npc1', language), ...SHARE_SIZE }
}
