import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'

type Attributes = Record<string, string | number>
export type SpanKind = 'server' | 'client'

/** Times are in nanoseconds since 1970. */
export type FinishedSpan = {
  traceId: string
  spanId: string
  parentSpanId: string | undefined
  name: string
  kind: SpanKind
  startNs: bigint
  endNs: bigint
  attributes: Attributes
  hasFailed: boolean
}

/** Where a span belongs; also what the header `traceparent` says. */
export type SpanContext = { traceId: string; spanId: string }
export type Span = SpanContext & { end(outcome: { attributes?: Attributes; hasFailed?: boolean }): void }
export type Tracer = ReturnType<typeof createTracer>

type Start = { name: string; kind: SpanKind; attributes: Attributes; parent: SpanContext | undefined }

const TRACE_PARENT = /^00-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-[\da-f]{2}$/
const STARTED_NS = BigInt(Math.round(performance.timeOrigin * 1_000)) * 1_000n

/** Undefined if the header is missing or not in the format of W3C Trace Context. */
export function parseTraceParent(header: string | undefined): SpanContext | undefined {
  const [, traceId, spanId] = TRACE_PARENT.exec(header ?? '') ?? []
  return traceId !== undefined && spanId !== undefined ? { traceId, spanId } : undefined
}

export function createTracer(onFinished: (span: FinishedSpan) => void) {
  const storage = new AsyncLocalStorage<SpanContext | undefined>()
  return {
    /** The span in whose name this code runs. */
    current: () => storage.getStore(),
    /** Runs the work, and everything that follows from it, in the name of the span; undefined: of none. */
    run: <T>(context: SpanContext | undefined, work: () => T): T => storage.run(context, work),
    start({ name, kind, attributes: atStart, parent }: Start): Span {
      const context = {
        traceId: parent?.traceId ?? randomBytes(16).toString('hex'),
        spanId: randomBytes(8).toString('hex'),
      }
      const startNs = nowNs()
      return {
        ...context,
        end({ attributes = {}, hasFailed = false }) {
          onFinished({
            ...context,
            parentSpanId: parent?.spanId,
            name,
            kind,
            startNs,
            endNs: nowNs(),
            attributes: { ...atStart, ...attributes },
            hasFailed,
          })
        },
      }
    },
  }
}

function nowNs(): bigint {
  return STARTED_NS + BigInt(Math.round(performance.now() * 1e6))
}
