import http from 'node:http';
import https from 'node:https';
import { setTimeout as delay } from 'node:timers/promises';
import { asSwitch, serverOptions } from './lib/options.ts';
import { readOptions } from './lib/read-options.ts';

const secondsToStart = 60;

const { host, port, ...options } = readOptions(
  {
    usage: 'health',
    about: 'Requests whether the server on this computer handles requests.',
    shared: { host: serverOptions.host, port: serverOptions.port, 'tls-cert': serverOptions['tls-cert'] },
    own: { wait: { parse: asSwitch, help: 'Wait up to a minute until it does' } },
  },
  (values) => values,
);

/** A server that listens on all interfaces also answers on localhost. */
const connectHost = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host;
const isSecure = options['tls-cert'] !== undefined;
const url = new URL(`${isSecure ? 'https' : 'http'}://localhost:${port}/health/ready`);
url.hostname = connectHost.includes(':') ? `[${connectHost}]` : connectHost;

const requestStatus = (): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(5000);
    const request = isSecure
      ? // The certificate is for the server's public name, and nothing is sent that it would protect.
        https.get(url, { signal, rejectUnauthorized: false })
      : http.get(url, { signal });
    request.once('error', reject);
    request.once('response', (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode));
      response.once('error', reject);
    });
  });

const checkHealth = async (): Promise<string | null> => {
  try {
    const status = await requestStatus();
    return status === 200 ? null : `status ${status}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

const deadline = Date.now() + secondsToStart * 1000;
let problem = await checkHealth();
while (problem !== null && options.wait && Date.now() < deadline) {
  await delay(250);
  problem = await checkHealth();
}
if (problem === null) process.stdout.write(`The server is running at ${url}\n`);
else {
  process.stderr.write(`Can't reach the server at ${url}: ${problem}\n`);
  process.exitCode = 1;
}
