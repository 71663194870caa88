import { expect, test } from 'vitest'
import { formatCompact } from '../../platform/browser/messages.tsx'
import { findNextQuest, QUESTS } from './milestones.ts'

const capsIn = (language: string) => QUESTS.map(({ cap }) => formatCompact(language, cap))

test('the caps match the specification', () => {
  const caps = capsIn('en')
  expect(caps.slice(0, 6)).toEqual(['70k', '80k', '90k', '150k', '150k', '250k'])
  expect(caps.slice(6)).toEqual(['3M', '3.5M', '4M', '4.5M', '5M', '15M'])
})

test.each([
  ['es', '70\u00a0mil', '3,5\u00a0M'],
  ['fr', '70\u00a0k', '3,5\u00a0M'],
  ['de', '70.000', '3,5\u00a0Mio.'],
  ['ru', '70\u00a0тыс.', '3,5\u00a0млн'],
  ['zh', '7万', '350万'],
])('the caps in %s are written as its readers write them', (language, first, jetski) => {
  const caps = capsIn(language)
  expect([caps[0], caps[7]]).toEqual([first, jetski])
})

test('the next quest is the first that is not done, however many after it are', () => {
  expect(findNextQuest([])?.key).toBe('quitJob')
  expect(findNextQuest([{ key: 'food' }, { key: 'worldTour' }])?.key).toBe('quitJob')
  expect(findNextQuest([{ key: 'food' }, { key: 'coffee' }, { key: 'quitJob' }])?.key).toBe('fireworks')
  expect(findNextQuest(QUESTS)).toBeUndefined()
})

test('keys stay as databases know them', () => {
  expect(QUESTS.map(({ key }) => key)).toEqual([
    'quitJob',
    'coffee',
    'food',
    'fireworks',
    'goKarts',
    'communityIdeas',
    'dubai',
    'jetski',
    'yacht',
    'zipLine',
    'parachute',
    'worldTour',
  ])
})
