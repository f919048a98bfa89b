import type { SpanExporter } from '@opentelemetry/sdk-trace-base';
import type { FastifyBaseLogger } from 'fastify';
import { StartupError } from '../lib/app-error.ts';

const protocols: Record<string, () => Promise<SpanExporter>> = {
  'http/protobuf': async () =>
    new (await import('@opentelemetry/exporter-trace-otlp-proto')).OTLPTraceExporter(),
  'http/json': async () => new (await import('@opentelemetry/exporter-trace-otlp-http')).OTLPTraceExporter(),
};

const readProtocol = ({
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL,
  OTEL_EXPORTER_OTLP_PROTOCOL,
}: NodeJS.ProcessEnv): string =>
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL || OTEL_EXPORTER_OTLP_PROTOCOL || 'http/protobuf';

/** Logs when the collector becomes unreachable and when it works again, instead of every failed batch. */
const withFailureLog = (exporter: SpanExporter, log: FastifyBaseLogger): SpanExporter => {
  let isFailing = false;
  return {
    shutdown: () => exporter.shutdown(),
    export: (spans, onResult) =>
      exporter.export(spans, (result) => {
        const hasFailed = result.error !== undefined || result.code !== 0;
        if (hasFailed && !isFailing) log.warn({ err: result.error }, "can't send traces to the collector");
        if (!hasFailed && isFailing) log.info('traces are sent to the collector again');
        isFailing = hasFailed;
        onResult(result);
      }),
  };
};

/** Sends spans to the collector of OTEL_EXPORTER_OTLP_ENDPOINT. The library reads the other variables itself. */
export const createExporter = async (log: FastifyBaseLogger): Promise<SpanExporter> => {
  const protocol = readProtocol(process.env);
  const create = protocols[protocol];
  if (!create)
    throw new StartupError(
      `The protocol ${protocol} isn't supported. Use ${Object.keys(protocols).join(' or ')}`,
      'OTEL_EXPORTER_OTLP_PROTOCOL',
    );
  return withFailureLog(await create(), log);
};
