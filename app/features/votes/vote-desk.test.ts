import { expect, test, vi } from 'vitest'
import type { Npc } from '../npcs/contract.ts'
import type { VoteAnswer, VoteType } from './contract.ts'
import { countWith, createVoteDesk } from './vote-desk.ts'

const NPC = { id: '1', likes: 5, dislikes: 0 } as Npc
const liked = { ...NPC, likes: 6 }

function world() {
  const answers: { resolve(): void; reject(): void; vote: VoteType | null }[] = []
  const send = vi.fn(
    (_id: string, vote: VoteType | null) =>
      new Promise<VoteAnswer>((resolve, reject) => {
        answers.push({
          vote,
          resolve: () => resolve({ npc: liked, vote_type: vote }),
          reject: () => reject(new Error()),
        })
      }),
  )
  const onFailure = vi.fn()
  const onKnown = vi.fn()
  return { desk: createVoteDesk({ send, onFailure, onKnown }), answers, send, onFailure, onKnown }
}

const ignore = () => {}
const settled = () => new Promise((resolve) => setTimeout(resolve))

test('a press shows at once and is sent', async () => {
  const { desk, answers } = world()
  const onCounted = vi.fn()
  void desk.press(NPC, 'like', onCounted)
  expect(desk.stateOf('1')).toEqual({ wanted: 'like', known: null, counted: NPC })
  expect(countWith(NPC, 'like', desk.stateOf('1'))).toBe(6)
  expect(countWith(liked, 'like', desk.stateOf('1'))).toBe(6)
  answers[0]?.resolve()
  await settled()
  expect(desk.stateOf('1')).toEqual({ wanted: 'like', known: 'like' })
  expect(countWith(liked, 'like', desk.stateOf('1'))).toBe(6)
  expect(onCounted).toHaveBeenCalledWith(liked)
})

test('pressing again removes, pressing the other changes', async () => {
  const { desk } = world()
  desk.learn({ 1: 'like' })
  void desk.press(NPC, 'like', ignore)
  expect(desk.stateOf('1').wanted).toBeNull()
  void desk.press(NPC, 'dislike', ignore)
  expect(desk.stateOf('1').wanted).toBe('dislike')
})

test('on a slow network the last press wins, with one request at a time', async () => {
  const { desk, answers, send } = world()
  void desk.press(NPC, 'like', ignore)
  void desk.press(NPC, 'dislike', ignore)
  void desk.press(NPC, 'like', ignore)
  void desk.press(NPC, 'dislike', ignore)
  expect(send).toHaveBeenCalledTimes(1)
  answers[0]?.resolve()
  await settled()
  expect(send).toHaveBeenCalledTimes(2)
  expect(answers[1]?.vote).toBe('dislike')
  answers[1]?.resolve()
  await settled()
  expect(desk.stateOf('1')).toEqual({ wanted: 'dislike', known: 'dislike' })
})

test('a failure rolls back to what the server has', async () => {
  const { desk, answers, onFailure } = world()
  desk.learn({ 1: 'dislike' })
  void desk.press(NPC, 'like', ignore)
  answers[0]?.reject()
  await settled()
  expect(desk.stateOf('1')).toEqual({ wanted: 'dislike', known: 'dislike' })
  expect(onFailure).toHaveBeenCalledTimes(1)
})

test('what the server says late does not undo a press', () => {
  const { desk } = world()
  void desk.press(NPC, 'like', ignore)
  desk.learn({ 1: 'dislike', 2: 'like' })
  expect(desk.stateOf('1').wanted).toBe('like')
  expect(desk.stateOf('2').wanted).toBe('like')
})

test('each vote that the server counted is reported, and a failure is not', async () => {
  const { desk, answers, onKnown } = world()
  void desk.press(NPC, 'like', ignore)
  void desk.press(NPC, 'dislike', ignore)
  answers[0]?.resolve()
  await settled()
  answers[1]?.reject()
  await settled()
  expect(onKnown.mock.calls).toEqual([['1', 'like']])
})

test("another tab's vote shows here, changed and removed alike, and is not reported again", () => {
  const { desk, onKnown, send } = world()
  const listener = vi.fn()
  desk.subscribe(listener)
  desk.learn({ 1: 'like' })
  desk.follow('1', 'dislike')
  expect(desk.stateOf('1')).toEqual({ wanted: 'dislike', known: 'dislike' })
  desk.follow('1', null)
  expect(desk.stateOf('1')).toEqual({ wanted: null, known: null })
  expect(countWith(NPC, 'like', desk.stateOf('1'))).toBe(5)
  expect(listener).toHaveBeenCalledTimes(3)
  expect(onKnown).not.toHaveBeenCalled()
  expect(send).not.toHaveBeenCalled()
})

test("another tab's vote does not undo a press that is under way here", async () => {
  const { desk, answers } = world()
  void desk.press(NPC, 'like', ignore)
  desk.follow('1', 'dislike')
  expect(desk.stateOf('1').wanted).toBe('like')
  answers[0]?.resolve()
  await settled()
  expect(desk.stateOf('1')).toEqual({ wanted: 'like', known: 'like' })
})

test("what the server said before another tab's vote does not undo it", () => {
  const { desk } = world()
  desk.follow('1', null)
  desk.learn({ 1: 'like' })
  expect(desk.stateOf('1').wanted).toBeNull()
})
