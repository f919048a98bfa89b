import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { AnyRecord } from '../../src/shared/resource-kit/define-resource.ts';
import { anyDatabase } from '../support/databases.ts';
import { asUpload, makeFile, stagedFiles, storedFiles } from '../support/files.ts';
import { setUpTestServer } from '../support/test-server.ts';

const hostileNames = [
  '../../../etc/passwd.png',
  '..\\..\\windows\\system32\\x.png',
  '/etc/cron.d/x.png',
  'C:\\x.png',
  '\\\\server\\share\\x.png',
  '....//....//x.png',
  '%2e%2e%2fx.png',
  '..%c0%afx.png',
  '.png',
  '..png',
  '~/x.png',
  '-rf.png',
  'CON.png',
  'nul.png',
  'a:b.png',
  'x.png:stream.png',
  'x .png',
  'x\n.png',
  'x\u202egnp.png',
  '"x".png',
  "'; drop table category;--.png",
  '<img src=x onerror=alert(1)>.png',
  '$(reboot).png',
  '`reboot`.png',
  '|x.png',
  '@@x.png',
  'x@@y.png',
  `${'x'.repeat(300)}.png`,
  '😀.png',
  ' .png',
];

describe.each(anyDatabase)('on %s', (kind) => {
  const server = setUpTestServer(kind);

  const create = (values: object) => server.send('POST', '/v1/category/', { body: { name: 'Pens', ...values } });

  it.each([
    ['x.svg', 'svg'],
    ['x.png', 'svg'],
    ['x.html', 'html'],
    ['x.jpg', 'html'],
    ['x.jpg', 'pdf'],
    ['x.gif', 'html'],
    ['x.svg', 'png'],
    ['x.pdf', 'pdf'],
    ['x.png', 'pdf'],
    ['x.mp4', 'mp4'],
    ['x', 'png'],
    ['x.png', 'nothing'],
  ])('rejects an image %s that contains %s and keeps nothing', async (name, type) => {
    const before = storedFiles(server.dataDir);
    const { status, body } = await create({ image: asUpload(name, makeFile(type)) });
    expect([status, body.errors?.map((error) => error.field)]).toEqual([400, ['image']]);
    expect(body.message).toContain(name);
    expect(storedFiles(server.dataDir)).toEqual(before);
    expect(stagedFiles(server.dataDir)).toEqual([]);
  });

  it.each([
    ['an empty file', 'x.png@@data:image/png;base64,'],
    ['content that is not base64', 'x.png@@data:image/png;base64,iVBO*&^%'],
    ['no base64 at all', 'x.png@@data:image/png,hello'],
    ['a data URL without a name', 'data:image/png;base64,iVBORw0KGgo='],
    ['a name of no stored file', '0123456789abcdef0123456789abcdef.png'],
    ['a path', '../backoffice.db'],
    ['an address', 'https://example.com/x.png'],
    ['a number', 5],
    ['an object', { path: '/etc/passwd' }],
  ])('rejects %s', async (_what, image) => {
    const { status, body } = await create({ image });
    expect([status, body.errors?.map((error) => error.field)]).toEqual([400, ['image']]);
  });

  it('writes nothing outside its folder for any file name', async () => {
    const outside = () => readdirSync(server.dataDir).filter((name) => !name.startsWith('backoffice.db'));
    const before = outside();
    for (const name of hostileNames) {
      const { status, body } = await create({ image: asUpload(name, makeFile('png')) });
      expect([name, [200, 400].includes(status)]).toEqual([name, true]);
      if (status === 200) expect((body.data as AnyRecord).image).toMatch(/^[0-9a-f]{32}\.png$/);
    }
    expect(outside()).toEqual(before);
    for (const name of storedFiles(server.dataDir)) expect(name).toMatch(/^[0-9a-f]{32}\.\w{3,4}$/);
  });

  it('serves only stored files', async () => {
    const id = '0123456789abcdef0123456789abcdef';
    const outside = ['..%2fbackoffice.db', '..%2f..%2fetc%2fpasswd', '%2e%2e/backoffice.db'];
    const missing = ['.database', '.staging', '', `${id}.png`, `${id}.svg`, 'x'.repeat(2000)];
    for (const name of [...outside, ...missing]) {
      const { status, body } = await server.send('GET', `/uploads/${name}`);
      expect([name, [400, 404].includes(status), body.success]).toEqual([name, true, false]);
    }
  });
});
