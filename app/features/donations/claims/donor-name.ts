import { findNameFault as findFault, type NameFault } from '../../../platform/names/shown-name.ts'

/** In code points. */
const MAX_NAME_LENGTH = 40
/** In UTF-16 units, for `maxlength`: no valid name is cut off while the donor types. */
export const MAX_NAME_UNITS = 2 * MAX_NAME_LENGTH

/** Why a normalized name cannot be listed; undefined if it can. */
export function findNameFault(name: string): NameFault | undefined {
  return findFault(name, MAX_NAME_LENGTH)
}
