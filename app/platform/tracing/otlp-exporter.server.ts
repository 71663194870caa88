import { setTimeout as sleep } from 'node:timers/promises'
import { startBackgroundTask } from '../async/background-task.server.ts'
import type { Log } from '../logging/logging.server.ts'
import type { FinishedSpan, SpanKind } from './tracer.server.ts'

type ExporterOptions = {
  /** Of the collector, without the path. */
  endpoint: string
  resource: Record<string, string>
  log: Log
  everyMs?: number
}

const EVERY_MS = 2_000
const TIMEOUT_MS = 10_000
/** What comes while the collector does not answer is dropped: it must cost no memory. */
const MAX_WAITING = 4_096
const KINDS: Record<SpanKind, number> = { server: 2, client: 3 }
const FAILED = { code: 2 }

/** Sends spans to an OpenTelemetry collector, as OTLP over HTTP in JSON. */
export function openOtlpExporter({ endpoint, resource, log, everyMs = EVERY_MS }: ExporterOptions) {
  const url = `${endpoint.replace(/\/$/, '')}/v1/traces`
  let waiting: FinishedSpan[] = []

  async function send(): Promise<void> {
    const spans = waiting
    waiting = []
    if (spans.length === 0) return
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(encodeSpans(resource, spans)),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`the collector answered ${response.status}`)
  }

  const sending = startBackgroundTask({
    async work({ signal }) {
      // To have nothing to send is no success.
      while (waiting.length === 0 && !signal.aborted)
        await sleep(everyMs, undefined, { ref: false, signal }).catch(() => {})
      await send()
      return { againInMs: everyMs }
    },
    log,
    failing: 'traces cannot be sent to OTEL_EXPORTER_OTLP_ENDPOINT; they are dropped',
    recovered: 'traces are sent again',
    retryMs: everyMs,
  })
  return {
    add(span: FinishedSpan): void {
      if (waiting.length < MAX_WAITING) waiting.push(span)
    },
    async close(): Promise<void> {
      await sending.close()
      await send().catch(() => {})
    },
  }
}

function encodeSpans(resource: Record<string, string>, spans: FinishedSpan[]) {
  const scopeSpans = [{ scope: { name: 'npc-stream' }, spans: spans.map(encodeSpan) }]
  return { resourceSpans: [{ resource: { attributes: encodeAttributes(resource) }, scopeSpans }] }
}

function encodeSpan({ kind, startNs, endNs, attributes, hasFailed, ...span }: FinishedSpan) {
  return {
    ...span,
    kind: KINDS[kind],
    startTimeUnixNano: String(startNs),
    endTimeUnixNano: String(endNs),
    attributes: encodeAttributes(attributes),
    ...(hasFailed && { status: FAILED }),
  }
}

function encodeAttributes(attributes: Record<string, string | number>) {
  return Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }))
}
