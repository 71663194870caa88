import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Db } from '../../app/platform/database/database.server.ts'
import type { Log } from '../../app/platform/logging/logging.server.ts'
import { openOtlpExporter } from '../../app/platform/tracing/otlp-exporter.server.ts'
import { traceDatabase } from '../../app/platform/tracing/trace-database.server.ts'
import { traceFetches } from '../../app/platform/tracing/trace-fetches.server.ts'
import {
  createTracer,
  parseTraceParent,
  type Span,
  type Tracer,
} from '../../app/platform/tracing/tracer.server.ts'
import { VERSION } from '../version.ts'

type Options = { endpoint: string; log: Log; everyMs?: number }

export type Tracing = ReturnType<typeof openTracing>

export function openTracing({ endpoint, log, everyMs }: Options) {
  const resource = {
    'service.name': 'npc-stream',
    'service.version': VERSION,
    'service.instance.id': randomUUID(),
  }
  const exporter = openOtlpExporter({ endpoint, resource, log, ...(everyMs !== undefined && { everyMs }) })
  const tracer = createTracer(exporter.add)
  const fetches = traceFetches(tracer)
  return {
    traceRequests: (app: FastifyInstance) => traceRequests(app, tracer),
    traceDatabase: (db: Db) => traceDatabase(db, tracer),
    async close(): Promise<void> {
      fetches.close()
      await exporter.close()
    },
  }
}

/** Of every request that the framework answers; names follow OpenTelemetry's conventions for HTTP. */
function traceRequests(app: FastifyInstance, tracer: Tracer): void {
  const spans = new WeakMap<FastifyRequest, Span>()

  app.addHook('onRequest', (request, _reply, done) => {
    const { method, protocol, routeOptions, headers } = request
    const parent = parseTraceParent(headers.traceparent?.toString())
    const route = routeOptions.url
    const span = tracer.start({
      name: route === undefined ? method : `${method} ${route}`,
      kind: 'server',
      attributes: {
        'http.request.method': method,
        'url.scheme': protocol,
        ...(route && { 'http.route': route }),
      },
      parent,
    })
    spans.set(request, span)
    tracer.run(span, done)
  })

  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode: status } = reply
    const hasFailed = status >= 500
    const attributes = {
      'http.response.status_code': status,
      ...(hasFailed && { 'error.type': String(status) }),
    }
    spans.get(request)?.end({ attributes, hasFailed })
    done()
  })
}
