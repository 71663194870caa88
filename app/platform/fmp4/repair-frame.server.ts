import type { AvcConfig } from './avc-config.server.ts'
import { readH264Units, unitLengthBytes } from './h264-units.server.ts'

/**
 * A publisher that doubles the headers in its decoder settings may do so within frames. Those parameter sets are left
 * out: the settings have them.
 */
export function repairFrame(frame: Buffer, { avcC, parameterSets, isRepaired }: AvcConfig): Buffer {
  if (!isRepaired) return frame
  const lengthBytes = unitLengthBytes(avcC)
  const isDoubled = (unit: Buffer) =>
    unit[0] === unit[1] && parameterSets.some((set) => set.equals(unit.subarray(1)))
  const kept: Buffer[] = []
  let at = 0
  let start = 0
  for (const unit of readH264Units(frame, lengthBytes)) {
    const end = at + lengthBytes + unit.length
    if (isDoubled(unit)) {
      kept.push(frame.subarray(start, at))
      start = end
    }
    at = end
  }
  return start === 0 ? frame : Buffer.concat([...kept, frame.subarray(start)])
}
