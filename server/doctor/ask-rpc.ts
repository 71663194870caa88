import type { RpcFacts } from './judge-chain.ts'
import type { OtherClock } from './judge-machine.ts'

const TIMEOUT_MS = 8_000

type Answer = { result: unknown; offsetMs: number | undefined }

async function call(url: string, method: string): Promise<Answer> {
  const sentAt = Date.now()
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method }),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  const theirs = Date.parse(response.headers.get('date') ?? '')
  const { result } = (await response.json()) as { result?: unknown }
  const between = (sentAt + Date.now()) / 2
  return { result, offsetMs: Number.isNaN(theirs) ? undefined : theirs - between }
}

/** What the RPC says about its network, and its server about the time, to the second. */
export async function askRpc(
  url: string,
  rpcName: string,
): Promise<RpcFacts & { clock: OtherClock | undefined }> {
  try {
    const [genesis, slot] = await Promise.all([call(url, 'getGenesisHash'), call(url, 'getSlot')])
    return {
      rpcName,
      genesisHash: typeof genesis.result === 'string' ? genesis.result : undefined,
      slot: typeof slot.result === 'number' ? slot.result : undefined,
      clock: slot.offsetMs === undefined ? undefined : { source: rpcName, offsetMs: slot.offsetMs },
    }
  } catch {
    return { rpcName, genesisHash: undefined, slot: undefined, clock: undefined }
  }
}
