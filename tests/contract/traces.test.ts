import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { admin } from '../support/database-templates.ts';
import { createDatabase, databaseKinds } from '../support/databases.ts';
import { type RunningCommand, readServerUrl, spawnServer } from '../support/spawn-server.ts';
import { makeDataDir, sendTo, signIn } from '../support/test-server.ts';
import { startTraceCollector } from '../support/trace-collector.ts';

/** Trace and span of the web server in front. */
const outer = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' };
const traceparent = `00-${outer.traceId}-${outer.spanId}-01`;

describe.each(databaseKinds)('the traces of a server on %s', (kind) => {
  let collector: Awaited<ReturnType<typeof startTraceCollector>>;
  let running: RunningCommand | undefined;
  let dataDir: string;
  let database: Awaited<ReturnType<typeof createDatabase>>;
  beforeEach(async () => {
    collector = await startTraceCollector();
    dataDir = makeDataDir();
    database = await createDatabase(kind, { preparedFor: dataDir });
  });
  afterEach(async () => {
    running?.child.kill('SIGKILL');
    await collector.stop();
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const start = async (env: Record<string, string>, args: string[] = []) => {
    running = spawnServer(['--port', '0', '--data', dataDir, ...args], {
      ...(database.databaseUrl ? { BACKOFFICE_DATABASE_URL: database.databaseUrl } : {}),
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      ...env,
    });
    const url = await readServerUrl(running);
    let token: string | null = null;
    const send = sendTo(
      () => url,
      () => token,
    );
    token = await signIn(send, admin);
    return { send, url };
  };

  /** A stopping server sends the rest of its spans. */
  const stop = async () => {
    if (!running) throw new Error('No server is running');
    const exited = once(running.child, 'exit');
    running.child.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
    return running.output.stderr;
  };

  const findRequest = (name: string) => collector.spans.find((span) => span.name === name);

  it('name the request, its status and its log entry, but nothing personal', async () => {
    const { send } = await start({ OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json', OTEL_SERVICE_NAME: 'office' });
    const { headers } = await send('GET', '/v1/faq/getById/a-private-id?query=words');
    await send('GET', '/health/ready');
    const log = await stop();
    const span = findRequest('GET /v1/faq/getById/:id');
    expect(span).toMatchObject({
      resource: { 'service.name': 'office' },
      attributes: { 'http.response.status_code': 404, 'request.id': headers.get('x-request-id') },
    });
    expect(log).toContain(`"traceId":"${span?.traceId}"`);
    expect(findRequest('GET /health/ready')).toBeUndefined();
    expect(JSON.stringify(collector.spans)).not.toMatch(new RegExp(`private|words|127\\.0|${admin.email}`));
  });

  it('contain the statements of PostgreSQL', async () => {
    const { send } = await start({ OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' });
    await send('POST', '/v1/faq/', { body: { name: 'A private question', description: 'Answer' } });
    await stop();
    const request = findRequest('POST /v1/faq/');
    const texts = collector.spans
      .filter(({ parentSpanId }) => parentSpanId === request?.spanId)
      .map(({ attributes }) => String(attributes['db.query.text']));
    expect(texts.some((text) => text.startsWith('insert into "faq"'))).toBe(kind === 'postgres');
    expect(JSON.stringify(collector.spans)).not.toContain('private');
  });

  // This doesn't depend on the database.
  it.runIf(kind === 'sqlite')('continue the trace of a proxy only', async () => {
    const env = { OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' };
    const traced = async (args: string[]) => {
      const { url } = await start(env, args);
      await fetch(`${url}/v1/meta`, { headers: { traceparent } });
      await stop();
      const [span] = collector.spans.splice(0).filter(({ name }) => name === 'GET /v1/meta');
      return { traceId: span?.traceId, spanId: span?.parentSpanId };
    };
    expect(await traced(['--trust-proxy', '127.0.0.1'])).toEqual(outer);
    expect((await traced([])).traceId).not.toBe(outer.traceId);
  });
});

describe('the standard variables of OpenTelemetry', () => {
  /** Starts a server, stops it, and returns its exit code, its log and what the collector received. */
  const run = async (env: Record<string, string>) => {
    const collector = await startTraceCollector();
    const dataDir = makeDataDir();
    await createDatabase('sqlite', { preparedFor: dataDir });
    const { child, output } = spawnServer(['--port', '0', '--data', dataDir], {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      ...env,
    });
    const exited = once(child, 'exit');
    try {
      const url = await Promise.race([
        readServerUrl({ child, output }).catch(() => undefined),
        exited.then(() => undefined),
      ]);
      if (url) await (await fetch(`${url}/v1/meta`)).text();
      child.kill('SIGTERM');
      const [code] = await exited;
      return { code, stderr: output.stderr, requests: collector.requests };
    } finally {
      child.kill('SIGKILL');
      await collector.stop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  };

  it('send protobuf by default', async () => {
    expect((await run({})).requests).toEqual(['POST /v1/traces application/x-protobuf']);
  });

  it.each<Record<string, string>>([
    { OTEL_SDK_DISABLED: 'true' },
    { OTEL_TRACES_EXPORTER: 'none' },
    { OTEL_TRACES_SAMPLER: 'always_off' },
    { OTEL_EXPORTER_OTLP_ENDPOINT: '' },
  ])('send nothing with %j', async (env) => {
    expect((await run(env)).requests).toEqual([]);
  });

  it('are rejected with a protocol that is not supported', async () => {
    const { code, stderr } = await run({ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' });
    expect(code).toBe(1);
    expect(stderr).toBe(
      "OTEL_EXPORTER_OTLP_PROTOCOL: The protocol grpc isn't supported. Use http/protobuf or http/json\n",
    );
  });

  it('do not keep a server from working without its collector', async () => {
    const { code, stderr } = await run({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
      OTEL_EXPORTER_OTLP_TIMEOUT: '100',
    });
    expect(code).toBe(0);
    expect(stderr).toContain("can't send traces to the collector");
  });
});
