import { execFile } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import https from 'node:https';
import { join, resolve } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { certificates, testCa } from '../../src/main/server/certificates.testing.ts';
import { type RunningServer, startServer } from '../../src/server/start.ts';
import { makeDataDir, testConfig } from '../support/test-server.ts';

const health = resolve(import.meta.dirname, '../../src/server/health.ts');

describe('a server with a certificate', () => {
  let dataDir: string;
  let tls: { cert: string; key: string };
  let server: RunningServer;

  const install = (name: keyof typeof certificates) => {
    writeFileSync(tls.key, certificates[name].key);
    writeFileSync(tls.cert, certificates[name].cert);
  };

  beforeAll(async () => {
    dataDir = makeDataDir();
    tls = { cert: join(dataDir, 'cert.pem'), key: join(dataDir, 'key.pem') };
    install('good');
    server = await startServer(testConfig({ dataDir, host: '0.0.0.0', tls }));
  });
  afterAll(async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const url = () => new URL(`https://127.0.0.1:${new URL(server.url).port}/v1/meta`);

  /** Makes a new connection, which no longer uses a replaced certificate. */
  const connect = (options: https.RequestOptions = {}) =>
    new Promise<{ status: number; hsts: unknown; serial: string }>((done, reject) => {
      const request = https.get(url(), { agent: false, ca: testCa, ...options }, (response) => {
        const { serialNumber } = (response.socket as TLSSocket).getPeerCertificate();
        const hsts = response.headers['strict-transport-security'];
        response.resume();
        done({ status: response.statusCode ?? 0, hsts, serial: serialNumber });
      });
      request.once('error', reject);
    });

  it('serves HTTPS only, and says so', async () => {
    expect(new URL(server.url).protocol).toBe('https:');
    expect(await connect()).toMatchObject({ status: 200, hsts: 'max-age=31536000; includeSubDomains' });
    await expect(fetch(`http://${url().host}/v1/meta`)).rejects.toThrow();
  });

  it.each([
    ['a malformed address', '/v1/faq/getById/%zz', 400],
    ['over-long headers', `/v1/${'x'.repeat(20_000)}`, 431],
  ])('says so when it rejects %s', async (_what, path, status) => {
    expect(await connect({ path })).toMatchObject({ status, hsts: 'max-age=31536000; includeSubDomains' });
  });

  const refusesOldCiphers = async (options: https.RequestOptions = {}) => {
    const connectWith = (ciphers: string) => connect({ ...options, maxVersion: 'TLSv1.2', ciphers });
    for (const ciphers of ['ECDHE-ECDSA-AES128-GCM-SHA256', 'ECDHE-ECDSA-CHACHA20-POLY1305']) {
      expect([ciphers, (await connectWith(ciphers)).status]).toEqual([ciphers, 200]);
    }
    for (const ciphers of ['ECDHE-ECDSA-AES128-SHA', 'ECDHE-ECDSA-AES256-CCM']) {
      await expect(connectWith(ciphers), ciphers).rejects.toThrow();
    }
  };

  it('accepts only ciphers with forward secrecy and GCM or ChaCha20', () => refusesOldCiphers());

  it('passes its health check', async () => {
    const env = { ...process.env, BACKOFFICE_TLS_CERT: tls.cert, BACKOFFICE_HOST: '0.0.0.0' };
    const { stdout } = await promisify(execFile)(process.execPath, [health, '--port', url().port], { env });
    expect(stdout).toContain(`running at ${new URL('/health/ready', url())}`);
  });

  it('uses a renewed certificate without a restart', async () => {
    const before = (await connect()).serial;
    install('selfSigned');
    const serial = async () => (await connect({ rejectUnauthorized: false })).serial;
    await expect.poll(serial, { timeout: 20_000 }).not.toBe(before);
    await refusesOldCiphers({ rejectUnauthorized: false });
    install('good');
    await expect.poll(serial, { timeout: 20_000 }).toBe(before);
  });
});
