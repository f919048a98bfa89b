import { describe, expect, it } from 'vitest';
import { databaseKinds, withBlockedStatements } from '../support/databases.ts';
import { csv, importProducts } from '../support/import-client.ts';
import { setUpTestServer } from '../support/test-server.ts';

describe.each(databaseKinds)('the metrics of a server on %s', (kind) => {
  const server = setUpTestServer(kind, { metrics: { host: '127.0.0.1', port: 0 } });
  const read = async () => (await fetch(server.metricsUrl ?? '')).text();

  it('count requests by method, route pattern and status class only', async () => {
    await server.send('GET', '/v1/faq/getById/a-private-id?query=words');
    await fetch(`${server.url}/a-private-path`);
    const text = await read();
    const count = 'http_request_duration_seconds_count';
    expect(text).toContain(`${count}{method="GET",route="/v1/faq/getById/:id",status="4xx"} 1`);
    expect(text).toContain(`${count}{method="GET",route="unknown",status="4xx"} 1`);
    expect(text).not.toMatch(/private|words/);
  });

  it('cover the process and the connections to PostgreSQL', async () => {
    const text = await read();
    const names = ['process_resident_memory_bytes', 'process_cpu_seconds_total', 'nodejs_eventloop_lag_p99_seconds'];
    for (const name of names) expect(text).toMatch(new RegExp(`^${name} \\S+$`, 'm'));
    const pool = [...text.matchAll(/^database_pool_(\w+) \d+$/gm)].map(([, name]) => name);
    expect(pool).toEqual(kind === 'postgres' ? ['connections', 'idle_connections', 'waiting'] : []);
  });

  it('count running exports', async () => {
    expect(await read()).toMatch(/^exports_running 0$/m);
    // SQLite answers too quickly to see an export running.
    if (kind === 'sqlite') return;
    const isCounted = async () => expect(await read()).toMatch(/^exports_running 1$/m);
    const statement = 'lock table faq in access exclusive mode';
    const { databaseUrl } = server;
    await withBlockedStatements({ databaseUrl, statement, waiting: 1, meanwhile: isCounted }, () =>
      server.send('GET', '/v1/faq/export?format=csv'),
    );
    expect(await read()).toMatch(/^exports_running 0$/m);
  });

  it('count running imports', async () => {
    expect(await read()).toMatch(/^imports_running 0$/m);
    const rows = Array.from({ length: 5000 }, (_, index) => [`Counted ${index}`]);
    await importProducts(server, csv(['Name'], ...rows), '?async=true');
    await importProducts(server, csv(['Name'], ['Later']), '?async=true');
    await expect.poll(read, { timeout: 20_000 }).toMatch(/^imports_running 1$[\s\S]*^imports_waiting 1$/m);
  });

  it('are on no other path, and not on the port of the API', async () => {
    expect((await fetch(new URL('/', server.metricsUrl))).status).toBe(404);
    expect((await fetch(`${server.url}/metrics`)).status).toBe(404);
  });

  it('end with the server', async () => {
    const { metricsUrl = '' } = server;
    await server.restart({ metrics: undefined });
    expect(server.metricsUrl).toBeUndefined();
    await expect(fetch(metricsUrl)).rejects.toThrow();
  });
});
