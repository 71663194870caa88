/** The key stays the same for ever: the database knows a reached milestone by it. */
export type Milestone<Key extends string = string> = { key: Key; cap: number }

const unlocks = <const Key extends string>(cap: number, key: Key): Milestone<Key> => ({ key, cap })

export const MILESTONES = [
  unlocks(70_000, 'quitJob'),
  unlocks(80_000, 'coffee'),
  unlocks(90_000, 'food'),
  unlocks(150_000, 'fireworks'),
  unlocks(150_000, 'goKarts'),
  unlocks(250_000, 'communityIdeas'),
]

export const ULTIMATE_GOALS = [
  unlocks(3_000_000, 'dubai'),
  unlocks(3_500_000, 'jetski'),
  unlocks(4_000_000, 'yacht'),
  unlocks(4_500_000, 'zipLine'),
  unlocks(5_000_000, 'parachute'),
  unlocks(15_000_000, 'worldTour'),
]

export const QUESTS = [...MILESTONES, ...ULTIMATE_GOALS]
export type Quest = (typeof QUESTS)[number]

/** Undefined when all are done. Milestones may be reached out of order: the next is the first that is not. */
export function findNextQuest(reached: { key: string }[]): Quest | undefined {
  return QUESTS.find(({ key }) => !reached.some((milestone) => milestone.key === key))
}
