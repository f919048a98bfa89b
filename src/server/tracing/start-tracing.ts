import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout } from 'node:timers/promises';
import {
  type Context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import {
  defaultResource,
  detectResources,
  envDetector,
  type Resource,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { FastifyRequest } from 'fastify';
import { onStatement } from '../database/statement-events.ts';
import type { App } from '../http/app.ts';
import { type ServerConfig, version } from '../lib/config.ts';
import { createExporter } from './exporter.ts';

const name = 'catalogue-back-office';
/** Milliseconds that a stopping server waits for the collector. */
const flushTimeout = 3000;

/** OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES replace the defaults. */
const describeService = (serverId: string): Resource =>
  defaultResource()
    .merge(
      resourceFromAttributes({
        'service.name': name,
        'service.version': version,
        'service.instance.id': serverId,
      }),
    )
    .merge(detectResources({ detectors: [envDetector] }));

/** The text of a statement has placeholders instead of values. */
const traceStatements = (tracer: Tracer, current: AsyncLocalStorage<Context>): (() => void) =>
  onStatement(({ level, query: { sql }, queryDurationMillis }) => {
    const parent = current.getStore();
    if (!parent) return;
    const [operation = ''] = sql.trimStart().split(/\s/, 1);
    const end = Date.now();
    const span = tracer.startSpan(
      operation,
      {
        kind: SpanKind.CLIENT,
        startTime: end - queryDurationMillis,
        attributes: {
          'db.system.name': 'postgresql',
          'db.operation.name': operation,
          'db.query.text': sql,
        },
      },
      parent,
    );
    if (level === 'error') span.setStatus({ code: SpanStatusCode.ERROR });
    span.end(end);
  });

const traceRequests = (
  app: App,
  {
    tracer,
    current,
    isBehindProxy,
  }: { tracer: Tracer; current: AsyncLocalStorage<Context>; isBehindProxy: boolean },
): void => {
  const propagator = new W3CTraceContextPropagator();
  const spans = new WeakMap<FastifyRequest, Span>();
  app.addHook('onRequest', (request, _reply, done) => {
    const { method, routeOptions, headers, id } = request;
    if (routeOptions.config.isHealthCheck) return done();
    // Unknown paths share a name, because they may contain ids and names.
    const route = routeOptions.url ?? 'unknown';
    // Clients that connect directly could otherwise join any trace and decide whether it is recorded.
    const parent = isBehindProxy
      ? propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter)
      : ROOT_CONTEXT;
    const attributes = { 'http.request.method': method, 'http.route': route, 'request.id': id };
    const span = tracer.startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent);
    request.log = request.log.child({ traceId: span.spanContext().traceId });
    spans.set(request, span);
    current.run(trace.setSpan(parent, span), done);
  });
  app.addHook('onResponse', async (request, { statusCode }) => {
    const span = spans.get(request);
    span?.setAttribute('http.response.status_code', statusCode);
    if (statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
  });
};

/**
 * Sends a span for each request, with one for each of its PostgreSQL statements, to an OpenTelemetry collector. Spans contain
 * no addresses, queries of URLs or values. Call it before other hooks, whose statements belong to the request, too.
 */
export const startTracing = async (
  app: App,
  { serverId, trustProxy }: Pick<ServerConfig, 'trustProxy'> & { serverId: string },
): Promise<void> => {
  const provider = new BasicTracerProvider({
    resource: describeService(serverId),
    spanProcessors: [new BatchSpanProcessor(await createExporter(app.log))],
  });
  const tracer = provider.getTracer(name, version);
  const current = new AsyncLocalStorage<Context>();
  const stopStatements = traceStatements(tracer, current);
  traceRequests(app, { tracer, current, isBehindProxy: trustProxy !== undefined });
  app.addHook('onClose', async () => {
    stopStatements();
    const flushing = provider.shutdown().catch(() => {});
    await Promise.race([flushing, setTimeout(flushTimeout, undefined, { ref: false })]);
  });
};
