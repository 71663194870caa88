import type { StageStop } from './stages-store.server.ts'

/** For the person who streams. */
export function explainStop({ by, note }: StageStop): string {
  const sentence =
    by === 'operator' ? 'This stream was stopped by the operators.' : 'This stream was stopped at the desk.'
  return [sentence, note, 'Only an operator can resume it.'].filter((part) => part !== '').join(' ')
}
