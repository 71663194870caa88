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
  ['two RPCs with the same verdict agree', [FAILED, FAILED], { status: 'agreed', verdict: FAILED }],
  ['two RPCs with the same amount agree', [verified(5n), verified(5n)], { status: 'agreed' }],
  ['one RPC with the other down leaves it open', [FAILED, DOWN], { status: 'open' }],
  ['no answer leaves it open', [DOWN, DOWN], { status: 'open' }],
  ['two reasons are a contradiction', [FAILED, DUST], { status: 'contradiction' }],
  ['two amounts are a contradiction', [verified(5n), verified(6n)], { status: 'contradiction' }],
  ['two out of three decide', [FAILED, verified(5n), verified(5n)], { status: 'agreed' }],
  ['two against two are a contradiction', [FAILED, FAILED, DUST, DUST], { status: 'contradiction' }],
])('%s', (_title, verdicts, outcome) => {
  expect(agreeOnVerdict(verdicts)).toMatchObject(outcome)
})
