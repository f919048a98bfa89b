import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { addressFromEnvironment } from './lib/config.ts';

const secondsToStart = 60;

const { host, port } = addressFromEnvironment(process.env);
const { values } = parseArgs({
  options: {
    host: { type: 'string', default: host },
    port: { type: 'string', default: port },
    wait: { type: 'boolean', default: false },
  },
});

/** A server that listens on all interfaces also answers on localhost. */
const connectHost = ['0.0.0.0', '::'].includes(values.host) ? '127.0.0.1' : values.host;
const url = `http://${connectHost.includes(':') ? `[${connectHost}]` : connectHost}:${values.port}/v1/meta`;

const checkHealth = async (): Promise<string | null> => {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(5000) });
    return response.ok ? null : `status ${response.status}`;
  } catch (error) {
    const { message, cause } = error as Error;
    return cause instanceof Error ? cause.message : message;
  }
};

const deadline = Date.now() + secondsToStart * 1000;
let problem = await checkHealth();
while (problem !== null && values.wait && Date.now() < deadline) {
  await delay(250);
  problem = await checkHealth();
}
if (problem === null) process.stdout.write(`The server is running at ${url}\n`);
else {
  process.stderr.write(`Can't reach the server at ${url}: ${problem}\n`);
  process.exitCode = 1;
}
