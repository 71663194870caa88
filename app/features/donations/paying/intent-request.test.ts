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
  const begin = vi.fn(
    (donor: IntentBody) =>
      new Promise<DonationIntent>((resolve, reject) => {
        answers.push({ resolve: () => resolve(intentOf(donor)), reject })
      }),
  )
  const onRejected = vi.fn()
  return { donation: createIntentRequest({ begin, onRejected, now: () => 7 }), answers, begin, onRejected }
}

test('the same details are begun once, waiting or begun', async () => {
  const { donation, answers, begin } = world()
  donation.begin(ANN)
  donation.begin({ ...ANN })
  expect(donation.get()).toMatchObject({ status: 'pending', sinceMs: 7 })
  answers[0]?.resolve()
  expect(await donation.settled()).toMatchObject({ status: 'ready', intent: intentOf(ANN) })
  donation.begin(ANN)
  expect(begin).toHaveBeenCalledTimes(1)
})

test('other details begin another one, and a late answer to the first changes nothing', async () => {
  const { donation, answers } = world()
  donation.begin(ANN)
  donation.begin(BOB)
  answers[1]?.resolve()
  await donation.settled()
  answers[0]?.resolve()
  await Promise.resolve()
  expect(donation.get()).toMatchObject({ status: 'ready', intent: intentOf(BOB) })
})

test('without an answer it failed, and is tried again when asked', async () => {
  const { donation, answers, begin, onRejected } = world()
  donation.begin(ANN)
  answers[0]?.reject(new TypeError('Failed to fetch'))
  expect(await donation.settled()).toMatchObject({ status: 'failed', detail: undefined })
  expect(onRejected).not.toHaveBeenCalled()
  donation.begin(ANN)
  expect(donation.get()).toMatchObject({ status: 'pending' })
  expect(begin).toHaveBeenCalledTimes(2)
})

test('a refused field is reported once, unless the details have changed meanwhile', async () => {
  const { donation, answers, onRejected } = world()
  const problem = new ApiProblem(422, 'A name has …', 'username_length')
  donation.begin(ANN)
  answers[0]?.reject(problem)
  expect(await donation.settled()).toMatchObject({ status: 'failed', detail: 'A name has …' })
  expect(onRejected.mock.calls).toEqual([[problem]])
  donation.begin(ANN)
  donation.begin(BOB)
  answers[1]?.reject(problem)
  answers[2]?.resolve()
  await donation.settled()
  expect(onRejected).toHaveBeenCalledTimes(1)
})

test('a pause of the server is a failure with its sentence, and no fault of a field', async () => {
  const { donation, answers, onRejected } = world()
  donation.begin(ANN)
  answers[0]?.reject(new ApiProblem(503, 'Please wait.'))
  expect(await donation.settled()).toMatchObject({ status: 'failed', detail: 'Please wait.' })
  expect(onRejected).not.toHaveBeenCalled()
})

test('one from before a reload goes on without asking the server, until it is forgotten', () => {
  const { donation, begin } = world()
  const listener = vi.fn()
  donation.subscribe(listener)
  donation.resume(ANN, intentOf(ANN), 3)
  donation.begin(ANN)
  expect(donation.get()).toMatchObject({ status: 'ready', intent: intentOf(ANN), sinceMs: 3 })
  expect(begin).not.toHaveBeenCalled()
  donation.forget()
  expect(donation.get()).toBeUndefined()
  expect(listener).toHaveBeenCalledTimes(2)
})
