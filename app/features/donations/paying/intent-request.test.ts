import { expect, test, vi } from 'vitest'
import { ApiProblem } from '../../../platform/browser/api-client.ts'
import type { DonationIntent } from '../contract.ts'
import type { IntentBody } from '../donation-requests.server.ts'
import { createIntentRequest } from './intent-request.ts'

const ANN: IntentBody = { username: 'Ann', amount: 0.5 }
const BOB: IntentBody = { username: 'Bob', amount: 0.5 }
const intentOf = ({ username }: IntentBody): DonationIntent => ({
  id: username,
  reference: username,
  payment_url: `solana:${username}`,
})

function world() {
  const answers: { resolve(): void; reject(error: Error): void }[] = []
  const create = vi.fn(
    (donor: IntentBody) =>
      new Promise<DonationIntent>((resolve, reject) => {
        answers.push({ resolve: () => resolve(intentOf(donor)), reject })
      }),
  )
  const onRejected = vi.fn()
  return { intents: createIntentRequest({ create, onRejected, now: () => 7 }), answers, create, onRejected }
}

test('the same details create one intent, pending or ready', async () => {
  const { intents, answers, create } = world()
  intents.start(ANN)
  intents.start({ ...ANN })
  expect(intents.get()).toMatchObject({ status: 'pending', sinceMs: 7 })
  answers[0]?.resolve()
  expect(await intents.settled()).toMatchObject({ status: 'ready', intent: intentOf(ANN) })
  intents.start(ANN)
  expect(create).toHaveBeenCalledTimes(1)
})

test('other details create another intent, and a late answer to the first changes nothing', async () => {
  const { intents, answers } = world()
  intents.start(ANN)
  intents.start(BOB)
  answers[1]?.resolve()
  await intents.settled()
  answers[0]?.resolve()
  await Promise.resolve()
  expect(intents.get()).toMatchObject({ status: 'ready', intent: intentOf(BOB) })
})

test('a request without an answer has failed and can be repeated', async () => {
  const { intents, answers, create, onRejected } = world()
  intents.start(ANN)
  answers[0]?.reject(new TypeError('Failed to fetch'))
  expect(await intents.settled()).toMatchObject({ status: 'failed', detail: undefined })
  expect(onRejected).not.toHaveBeenCalled()
  intents.start(ANN)
  expect(intents.get()).toMatchObject({ status: 'pending' })
  expect(create).toHaveBeenCalledTimes(2)
})

test('a rejected field is reported once, unless the details have changed in the meantime', async () => {
  const { intents, answers, onRejected } = world()
  const problem = new ApiProblem(422, 'A name has …', 'username_length')
  intents.start(ANN)
  answers[0]?.reject(problem)
  expect(await intents.settled()).toMatchObject({ status: 'failed', detail: 'A name has …' })
  expect(onRejected.mock.calls).toEqual([[problem]])
  intents.start(ANN)
  intents.start(BOB)
  answers[1]?.reject(problem)
  answers[2]?.resolve()
  await intents.settled()
  expect(onRejected).toHaveBeenCalledTimes(1)
})

test('a busy server is a failure with its sentence, not a fault in a field', async () => {
  const { intents, answers, onRejected } = world()
  intents.start(ANN)
  answers[0]?.reject(new ApiProblem(503, 'Please wait.'))
  expect(await intents.settled()).toMatchObject({ status: 'failed', detail: 'Please wait.' })
  expect(onRejected).not.toHaveBeenCalled()
})

test('an intent from before a reload continues without a request, until it is forgotten', () => {
  const { intents, create } = world()
  const listener = vi.fn()
  intents.subscribe(listener)
  intents.resume(ANN, intentOf(ANN), 3)
  intents.start(ANN)
  expect(intents.get()).toMatchObject({ status: 'ready', intent: intentOf(ANN), sinceMs: 3 })
  expect(create).not.toHaveBeenCalled()
  intents.forget()
  expect(intents.get()).toBeUndefined()
  expect(listener).toHaveBeenCalledTimes(2)
})
