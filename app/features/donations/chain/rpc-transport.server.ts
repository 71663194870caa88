import { type RpcTransport, SOLANA_ERROR__RPC__TRANSPORT_HTTP_ERROR, SolanaError } from '@solana/kit'

/** A page of a thousand signatures with their memos is the largest answer we ask for. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024

const HEADERS = { accept: 'application/json', 'content-type': 'application/json; charset=utf-8' }

/**
 * kit's own HTTP transport follows redirects and reads answers of any size. This one does neither, and what is no
 * answer to a JSON-RPC request is an error. `onCall` counts the calls.
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
  throw new Error('the answer is not one to a JSON-RPC request')
}

type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown

/** Lamports and slots do not fit a double: each whole number becomes a bigint, as kit expects it. */
const wholeNumbersAsBigints: Reviver = (_key, value, { source = '' }) =>
  typeof value === 'number' && /^-?\d{1,40}$/.test(source) ? BigInt(source) : value

function parseWithBigints(text: string): unknown {
  return JSON.parse(text, wholeNumbersAsBigints as (key: string, value: unknown) => unknown)
}

function bigintsAsNumbers(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : value
}
