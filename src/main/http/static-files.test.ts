import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createStaticFiles } from './static-files.ts';

let folder: string;
let serve: (request: Request) => Promise<Response>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'static-files-'));
  const root = join(folder, 'renderer');
  await mkdir(join(root, 'assets'), { recursive: true });
  await writeFile(join(root, 'index.html'), 'the page');
  await writeFile(join(root, 'assets', 'a.js'), 'a script');
  await writeFile(join(root, 'assets', 'a.key'), 'a secret');
  await writeFile(join(folder, 'secret.json'), 'a secret');
  await mkdir(join(folder, 'renderer-of-others'));
  await writeFile(join(folder, 'renderer-of-others', 'secret.json'), 'a secret');
  serve = createStaticFiles(root);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A plain object, because the constructor of `Request` would normalize the path. */
const ask = (pathname: string, method = 'GET') => serve({ url: `app://backoffice${pathname}`, method } as Request);

describe('the built app', () => {
  it('is served under the app’s content security policy', async () => {
    const response = await ask('/assets/a.js');
    expect([response.status, await response.text()]).toEqual([200, 'a script']);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'content-security-policy': expect.stringMatching(/(^|; )script-src 'self'(;|$)/),
      'x-content-type-options': 'nosniff',
    });
  });

  it('returns the page for routes', async () => {
    expect(await (await ask('/CountryList/')).text()).toBe('the page');
  });

  it('returns 404 for missing files', async () => {
    expect((await ask('/assets/missing.js')).status).toBe(404);
    expect((await ask('/', 'POST')).status).toBe(404);
  });
});

it.each([
  '/../secret.json',
  '/%2e%2e/secret.json',
  '/..%2fsecret.json',
  '/assets/..%2f..%2fsecret.json',
  '/assets%2f..%2f..%2fsecret.json',
  '/..%2frenderer-of-others%2fsecret.json',
  '/..%5csecret.json',
  '/%2fetc%2fpasswd',
  '/assets/a.key',
  '/assets/a.js%00.json',
  '/%',
])('serves no other file of this computer: %s', async (pathname) => {
  expect(await (await ask(pathname)).text()).not.toContain('secret');
});
