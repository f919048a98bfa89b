import { once } from 'node:events';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { z } from 'zod';

const attributesSchema = z
  .array(z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) }))
  .default([])
  .transform((list) => Object.fromEntries(list.map(({ key, value }) => [key, Object.values(value)[0]])));
const spanSchema = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  attributes: attributesSchema,
});
const exportSchema = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: attributesSchema }),
      scopeSpans: z.array(z.object({ spans: z.array(spanSchema) })),
    }),
  ),
});

type ReceivedSpan = z.infer<typeof spanSchema> & { resource: Record<string, unknown> };

/** An OpenTelemetry collector that receives OTLP over HTTP with JSON. */
export const startTraceCollector = async () => {
  const spans: ReceivedSpan[] = [];
  const requests: string[] = [];
  const server = createServer(async (request, response) => {
    requests.push(`${request.method} ${request.url} ${request.headers['content-type']}`);
    if (request.headers['content-type'] === 'application/json') {
      const { resourceSpans } = exportSchema.parse(await json(request));
      for (const { resource, scopeSpans } of resourceSpans)
        for (const scope of scopeSpans)
          spans.push(...scope.spans.map((span) => ({ ...span, resource: resource.attributes })));
    } else request.resume();
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The collector has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    spans,
    requests,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
