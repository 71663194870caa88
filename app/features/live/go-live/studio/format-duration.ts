/** As clocks write it: 0:42, 12:05, 1:02:03. */
export function formatDuration(ms: number): string {
  const seconds = Math.floor(ms / 1_000)
  const hours = Math.floor(seconds / 3_600)
  const rest = [Math.floor(seconds / 60) % 60, seconds % 60]
  return (hours > 0 ? [hours, ...rest] : rest)
    .map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0')))
    .join(':')
}
