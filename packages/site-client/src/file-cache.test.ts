import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createFileCache } from './file-cache.ts';

it('keeps responses for the next build, and ignores damaged ones', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'site-client-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await createFileCache(folder).set('https://office.example.com/site/v1/faqs', { etag: '"a"', body: '{}' });
  const next = createFileCache(folder);
  expect(await next.get('https://office.example.com/site/v1/faqs')).toEqual({ etag: '"a"', body: '{}' });
  expect(await next.get('https://office.example.com/site/v1/blogs')).toBeUndefined();
  const [name = ''] = await readdir(folder);
  await writeFile(join(folder, name), '{"etag"');
  expect(await next.get('https://office.example.com/site/v1/faqs')).toBeUndefined();
});
