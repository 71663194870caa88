import { expect, test } from 'vitest'
import { agreeOnVerdict } from './agree-on-verdict.ts'
import type { ChainTransaction, Verdict } from './judge-transfer.ts'

const verified = (lamports: bigint): Verdict => ({
  status: 'verified',
  lamports,
  transaction: {} as ChainTransaction,
})
const FAILED: Verdict = { status: 'rejected', reason: 'failed_on_chain' }
const DUST: Verdict = { status: 'rejected', reason: 'below_minimum' }
const DOWN: Verdict = { status: 'pending', reason: 'rpc_unavailable' }

test.each<[string, Verdict[], object]>([
  ['two that say the same agree', [FAILED, FAILED], { status: 'agreed', verdict: FAILED }],
  ['two that saw the same amount agree', [verified(5n), verified(5n)], { status: 'agreed' }],
  ['one alone, the other down, leaves it open', [FAILED, DOWN], { status: 'open' }],
  ['nobody leaves it open', [DOWN, DOWN], { status: 'open' }],
  ['two reasons contradict each other', [FAILED, DUST], { status: 'contradiction' }],
  ['two amounts contradict each other', [verified(5n), verified(6n)], { status: 'contradiction' }],
  ['two of three decide', [FAILED, verified(5n), verified(5n)], { status: 'agreed' }],
  ['two against two decide nothing', [FAILED, FAILED, DUST, DUST], { status: 'contradiction' }],
])('%s', (_title, verdicts, outcome) => {
  expect(agreeOnVerdict(verdicts)).toMatchObject(outcome)
})
