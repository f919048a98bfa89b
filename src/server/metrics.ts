import { once } from 'node:events';
import { createServer } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { DatabaseHandle } from './database/database-handle.ts';
import type { Exporter } from './http/export-route.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { ServerConfig } from './lib/config.ts';
import { toListenError } from './listen-error.ts';

type Sources = { databaseHandle: DatabaseHandle; jobs: Jobs; exporter: Exporter };

const createRegistry = (app: FastifyInstance, { databaseHandle, jobs, exporter }: Sources): Registry => {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });

  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests by method, route pattern and status class.',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  app.addHook('onResponse', async ({ method, routeOptions }, { statusCode, elapsedTime }) => {
    const status = `${Math.floor(statusCode / 100)}xx`;
    // Unknown paths share a label, because they may contain ids and names.
    durations.observe({ method, route: routeOptions.url ?? 'unknown', status }, elapsedTime / 1000);
  });

  const addGauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  addGauge('imports_running', 'Imports that are running.', () => jobs.importCounts().running);
  addGauge('imports_waiting', 'Imports that wait for others to end.', () => jobs.importCounts().waiting);
  addGauge('exports_running', 'Exports that are running.', exporter.runningCount);
  const { poolCounts } = databaseHandle;
  if (poolCounts) {
    addGauge('database_pool_connections', 'Open connections.', () => poolCounts().total);
    addGauge('database_pool_idle_connections', 'Connections that no request uses.', () => poolCounts().idle);
    addGauge('database_pool_waiting', 'Requests that wait for a connection.', () => poolCounts().waiting);
  }
  return registry;
};

/** Measures all requests, and serves the metrics to Prometheus on a separate port. */
export const startMetrics = async (
  app: FastifyInstance,
  { host, port }: NonNullable<ServerConfig['metrics']>,
  sources: Sources,
): Promise<string> => {
  const registry = createRegistry(app, sources);
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      (error: unknown) => {
        app.log.error({ err: error }, 'metrics failed');
        response.writeHead(500).end();
      },
    );
  });
  try {
    await once(server.listen(port, host), 'listening');
  } catch (error) {
    throw toListenError(error, { host, port, option: '--metrics-port' });
  }
  app.addHook('onClose', async () => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  const listening = typeof address === 'object' && address ? address.port : port;
  return `http://${host.includes(':') ? `[${host}]` : host}:${listening}/metrics`;
};
