import { type RpcTransport, SOLANA_ERROR__RPC__TRANSPORT_HTTP_ERROR, SolanaError } from '@solana/kit'

/** The largest expected answer is a page of a thousand signatures with memos. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024

const HEADERS = { accept: 'application/json', 'content-type': 'application/json; charset=utf-8' }

/**
 * Unlike kit's own HTTP transport, this one follows no redirects, limits the size of an answer, and throws unless it is
 * a JSON-RPC response.
 */
export function createRpcTransport(url: string, onCall: () => void): RpcTransport {
  return async ({ payload, signal }) => {
    onCall()
    const response = await fetch(url, {
      method: 'POST',
      headers: HEADERS,
      body: JSON.stringify(payload, bigintsAsNumbers),
      redirect: 'error',
      ...(signal && { signal }),
    })
    if (!response.ok) {
      await response.body?.cancel()
      throw new SolanaError(SOLANA_ERROR__RPC__TRANSPORT_HTTP_ERROR, {
        headers: response.headers,
        message: response.statusText,
        statusCode: response.status,
      })
    }
    return readAnswer(await readText(response)) as never
  }
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > MAX_ANSWER_BYTES) throw new Error(`the answer is larger than ${MAX_ANSWER_BYTES} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function readAnswer(text: string): object {
  const answer: unknown = parseWithBigints(text)
  if (typeof answer === 'object' && answer !== null && ('result' in answer || 'error' in answer))
    return answer
  throw new Error('the answer is not a JSON-RPC response')
}

type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown

/** Lamports and slots do not fit a double: every integer becomes a bigint, as kit expects. */
const wholeNumbersAsBigints: Reviver = (_key, value, { source = '' }) =>
  typeof value === 'number' && /^-?\d{1,40}$/.test(source) ? BigInt(source) : value

function parseWithBigints(text: string): unknown {
  return JSON.parse(text, wholeNumbersAsBigints as (key: string, value: unknown) => unknown)
}

function bigintsAsNumbers(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : value
}
