import { expect, test, vi } from 'vitest'
import type { Npc } from '../npcs/contract.ts'
import type { VoteAnswer, VoteType } from './contract.ts'
import { countWith, createOptimisticVotes } from './optimistic-votes.ts'

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
  const onConfirmed = vi.fn()
  return {
    votes: createOptimisticVotes({ send, onFailure, onConfirmed }),
    answers,
    send,
    onFailure,
    onConfirmed,
  }
}

const ignore = () => {}
const settled = () => new Promise((resolve) => setTimeout(resolve))

test('a press shows at once and is sent', async () => {
  const { votes, answers } = world()
  const onCounted = vi.fn()
  void votes.press(NPC, 'like', onCounted)
  expect(votes.stateOf('1')).toEqual({ wanted: 'like', confirmed: null, counted: NPC })
  expect(countWith(NPC, 'like', votes.stateOf('1'))).toBe(6)
  expect(countWith(liked, 'like', votes.stateOf('1'))).toBe(6)
  answers[0]?.resolve()
  await settled()
  expect(votes.stateOf('1')).toEqual({ wanted: 'like', confirmed: 'like' })
  expect(countWith(liked, 'like', votes.stateOf('1'))).toBe(6)
  expect(onCounted).toHaveBeenCalledWith(liked)
})

test('pressing again removes, pressing the other changes', async () => {
  const { votes } = world()
  votes.setInitial({ 1: 'like' })
  void votes.press(NPC, 'like', ignore)
  expect(votes.stateOf('1').wanted).toBeNull()
  void votes.press(NPC, 'dislike', ignore)
  expect(votes.stateOf('1').wanted).toBe('dislike')
})

test('on a slow network the last press wins, with one request at a time', async () => {
  const { votes, answers, send } = world()
  void votes.press(NPC, 'like', ignore)
  void votes.press(NPC, 'dislike', ignore)
  void votes.press(NPC, 'like', ignore)
  void votes.press(NPC, 'dislike', ignore)
  expect(send).toHaveBeenCalledTimes(1)
  answers[0]?.resolve()
  await settled()
  expect(send).toHaveBeenCalledTimes(2)
  expect(answers[1]?.vote).toBe('dislike')
  answers[1]?.resolve()
  await settled()
  expect(votes.stateOf('1')).toEqual({ wanted: 'dislike', confirmed: 'dislike' })
})

test('a failure rolls back to what the server has', async () => {
  const { votes, answers, onFailure } = world()
  votes.setInitial({ 1: 'dislike' })
  void votes.press(NPC, 'like', ignore)
  answers[0]?.reject()
  await settled()
  expect(votes.stateOf('1')).toEqual({ wanted: 'dislike', confirmed: 'dislike' })
  expect(onFailure).toHaveBeenCalledTimes(1)
})

test('votes that the server sends late do not undo a press', () => {
  const { votes } = world()
  void votes.press(NPC, 'like', ignore)
  votes.setInitial({ 1: 'dislike', 2: 'like' })
  expect(votes.stateOf('1').wanted).toBe('like')
  expect(votes.stateOf('2').wanted).toBe('like')
})

test('each vote that the server counted is reported, and a failure is not', async () => {
  const { votes, answers, onConfirmed } = world()
  void votes.press(NPC, 'like', ignore)
  void votes.press(NPC, 'dislike', ignore)
  answers[0]?.resolve()
  await settled()
  answers[1]?.reject()
  await settled()
  expect(onConfirmed.mock.calls).toEqual([['1', 'like']])
})

test("another tab's vote shows here, changed and removed alike, and is not reported again", () => {
  const { votes, onConfirmed, send } = world()
  const listener = vi.fn()
  votes.subscribe(listener)
  votes.setInitial({ 1: 'like' })
  votes.followTab('1', 'dislike')
  expect(votes.stateOf('1')).toEqual({ wanted: 'dislike', confirmed: 'dislike' })
  votes.followTab('1', null)
  expect(votes.stateOf('1')).toEqual({ wanted: null, confirmed: null })
  expect(countWith(NPC, 'like', votes.stateOf('1'))).toBe(5)
  expect(listener).toHaveBeenCalledTimes(3)
  expect(onConfirmed).not.toHaveBeenCalled()
  expect(send).not.toHaveBeenCalled()
})

test("another tab's vote does not undo a press that is in flight here", async () => {
  const { votes, answers } = world()
  void votes.press(NPC, 'like', ignore)
  votes.followTab('1', 'dislike')
  expect(votes.stateOf('1').wanted).toBe('like')
  answers[0]?.resolve()
  await settled()
  expect(votes.stateOf('1')).toEqual({ wanted: 'like', confirmed: 'like' })
})

test("votes that the server sent before another tab's vote do not undo it", () => {
  const { votes } = world()
  votes.followTab('1', null)
  votes.setInitial({ 1: 'like' })
  expect(votes.stateOf('1').wanted).toBeNull()
})
