import { createSolanaRpcFromTransport } from '@solana/kit'
import { createRpcTransport } from './rpc-transport.server.ts'

export type Rpc = ReturnType<typeof createRpc>

const GENESIS_TIMEOUT_MS = 5_000

export function createRpc(url: string, onCall: () => void) {
  return createSolanaRpcFromTransport(createRpcTransport(url, onCall))
}

/** RPCs are named by host; several at the same host are numbered. */
export function nameRpcs(rpcUrls: string[]): string[] {
  const hosts = rpcUrls.map((url) => new URL(url).host)
  return hosts.map((host, place) => {
    const nth = hosts.slice(0, place).filter((one) => one === host).length + 1
    return nth === 1 ? host : `${host} (${nth})`
  })
}

/** Undefined when the RPC does not answer. */
export async function fetchGenesisHash(rpcUrl: string): Promise<string | undefined> {
  const abortSignal = AbortSignal.timeout(GENESIS_TIMEOUT_MS)
  return createRpc(rpcUrl, () => {})
    .getGenesisHash()
    .send({ abortSignal })
    .catch(() => undefined)
}
