import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createOptimisticVotes } from './optimistic-votes.ts'
import { useVote } from './use-vote.ts'

test('a page that hydrates after the votes have come begins as the server wrote it', () => {
  const votes = createOptimisticVotes({
    send: () => Promise.reject(new Error('nothing is sent here')),
    onFailure: () => {},
    onConfirmed: () => {},
  })
  votes.setInitial({ 1: 'like' })
  const Vote = () => String(useVote(votes, '1').wanted)
  expect(renderToString(createElement(Vote))).toBe('null')
})
