import { expect, it } from 'vitest';
import { missingDebianFields, parseReleaseEnv } from './release.ts';

it('reads the publisher and update URL without defaults', () => {
  expect(parseReleaseEnv({})).toEqual({});
  expect(missingDebianFields(parseReleaseEnv({}))).toEqual(['BACKOFFICE_MAINTAINER', 'BACKOFFICE_HOMEPAGE']);
  const release = parseReleaseEnv({
    BACKOFFICE_UPDATE_URL: 'https://office.example.com/updates',
    BACKOFFICE_HOMEPAGE: 'https://office.example.com',
    BACKOFFICE_MAINTAINER: 'Office IT <it@office.example.com>',
  });
  expect(release).toEqual({
    updateUrl: 'https://office.example.com/updates',
    homepage: 'https://office.example.com',
    maintainer: 'Office IT <it@office.example.com>',
  });
  expect(missingDebianFields(release)).toEqual([]);
});

it('accepts updates only over https or from localhost', () => {
  expect(parseReleaseEnv({ BACKOFFICE_UPDATE_URL: 'http://127.0.0.1:80' }).updateUrl).toBe('http://127.0.0.1:80');
  for (const url of ['http://office.example.com', 'http://127.0.0.1.evil.example', 'https://a:b@c.example', 'x']) {
    expect(() => parseReleaseEnv({ BACKOFFICE_UPDATE_URL: url }), url).toThrow('BACKOFFICE_UPDATE_URL');
  }
});

it.each([
  ['BACKOFFICE_MAINTAINER', 'Office IT'],
  ['BACKOFFICE_MAINTAINER', 'it@office.example.com'],
  ['BACKOFFICE_HOMEPAGE', 'office'],
])('rejects %s if it is %s', (name, value) => {
  expect(() => parseReleaseEnv({ [name]: value })).toThrow(name);
});
