import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../support/test-server.ts';

const page = '<!doctype html><div id="root"></div>';
const pages = { accept: 'text/html,application/xhtml+xml' };

let server: TestServer;
let webDir: string;
beforeAll(async () => {
  webDir = mkdtempSync(join(tmpdir(), 'backoffice-web-'));
  mkdirSync(join(webDir, 'assets'));
  writeFileSync(join(webDir, 'index.html'), page);
  writeFileSync(join(webDir, 'assets', 'index-abc123.js'), 'export {};');
  writeFileSync(join(webDir, 'assets', 'index-abc123.js.gz'), gzipSync('export {};'));
  writeFileSync(join(webDir, '.secret'), 'hidden');
  server = await startTestServer('sqlite', { webDir });
});
afterAll(async () => {
  await server.stop();
  rmSync(webDir, { recursive: true, force: true });
});
const get = (path: string, headers: Record<string, string> = {}) => fetch(server.url + path, { headers });

it.each([
  '/',
  '/index.html',
  '/Category/CategoryList',
  '/UserManagerList/?role=All',
  '/FrontendCMS/FAQPage/FAQDetail/1',
  '/100%',
  '/%ff?role=All',
])('serves the page at %s with a strict policy', async (path) => {
  const response = await get(path, pages);
  expect([response.status, await response.text()]).toEqual([200, page]);
  expect(response.headers.get('content-type')).toMatch(/^text\/html/);
  expect(response.headers.get('cache-control')).toBe('no-cache');
  const policy = response.headers.get('content-security-policy') ?? '';
  for (const rule of [
    "default-src 'none'",
    "script-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]) {
    expect(policy.split('; ')).toContain(rule);
  }
});

it.each([
  ['gzip, deflate, br', 'gzip'],
  ['identity', null],
])('lets browsers cache hashed assets: %s', async (accepted, encoding) => {
  const response = await get('/assets/index-abc123.js', { 'accept-encoding': accepted });
  expect([response.status, await response.text()]).toEqual([200, 'export {};']);
  expect(response.headers.get('content-encoding')).toBe(encoding);
  expect(response.headers.get('vary')).toMatch(/accept-encoding/i);
  expect(response.headers.get('content-type')).toMatch(/javascript/);
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
});

it.each([
  '/assets/missing.js',
  '/.secret',
  '/..%2f..%2fetc%2fpasswd',
  '/%2e%2e/%2e%2e/etc/passwd',
  '/v1/nothing',
  '/uploads/nothing.png',
  '/v1',
])('returns 404 for %s', async (path) => {
  for (const headers of path.startsWith('/assets') || path.startsWith('/.') || path.includes('%')
    ? [{}]
    : [{}, pages]) {
    const response = await get(path, headers);
    expect([path, response.status, await response.json()]).toEqual([
      path,
      404,
      expect.objectContaining({ success: false }),
    ]);
  }
});

it('serves the API alongside the page', async () => {
  expect((await server.send('GET', '/v1/faq/')).status).toBe(200);
  expect((await server.send('GET', '/v1/faq/', { token: null, headers: pages })).status).toBe(401);
});
