export type Milestone<Action extends string = string> = { cap: number; action: Action; completed: boolean }

const locked = <const Action extends string>(cap: number, action: Action): Milestone<Action> => ({
  cap,
  action,
  completed: false,
})

export const MILESTONES = [
  locked(70_000, 'quitJob'),
  locked(80_000, 'coffee'),
  locked(90_000, 'food'),
  locked(150_000, 'fireworks'),
  locked(150_000, 'goKarts'),
  locked(250_000, 'communityIdeas'),
]

export const ULTIMATE_GOALS = [
  locked(3_000_000, 'dubai'),
  locked(3_500_000, 'jetski'),
  locked(4_000_000, 'yacht'),
  locked(4_500_000, 'zipLine'),
  locked(5_000_000, 'parachute'),
  locked(15_000_000, 'worldTour'),
]

/** Undefined when all are done. */
export function findNextQuest() {
  return [...MILESTONES, ...ULTIMATE_GOALS].find(({ completed }) => !completed)
}
