import { describe, expect, it } from 'vitest';
import { parseServerAddress, parseServerUrl } from './connection-test.ts';

describe('parseServerUrl', () => {
  it.each(['https://office.example.com', 'http://192.168.1.5:4780', 'https://example.com/office/'])(
    'accepts %s',
    (address) => {
      expect(parseServerUrl(address, 'The address')).toEqual({ kind: 'remote', url: new URL(address) });
    },
  );

  it.each([
    'office.example.com',
    'ftp://office.example.com',
    'file:///etc/passwd',
    'https://user:secret@office.example.com',
    'https://office.example.com/?a=b',
    'https://office.example.com/#a',
    'nothing',
  ])('reports the source of the invalid %s without its secrets', (address) => {
    const choice = parseServerUrl(address, 'BACKOFFICE_SERVER_URL');
    expect(choice).toEqual({ kind: 'invalid', message: expect.stringContaining('BACKOFFICE_SERVER_URL') });
    expect(JSON.stringify(choice)).not.toContain('secret');
  });
});

describe('readAddress', () => {
  it.each([
    ['office.example.com', 'https://office.example.com/'],
    [' https://office.example.com/v1/ ', 'https://office.example.com/'],
    ['http://192.168.1.5:4780', 'http://192.168.1.5:4780/'],
    ['office.example.com/shop/', 'https://office.example.com/shop'],
  ])('reads %s as %s', (typed, url) => {
    expect(parseServerAddress(typed)).toEqual({ kind: 'remote', url: new URL(url) });
  });

  it.each(['', 'ftp://office.example.com', 'an office', 'https://user:secret@office.example.com'])(
    'rejects "%s"',
    (typed) => {
      expect(parseServerAddress(typed)).toEqual({
        kind: 'invalid',
        message: expect.stringContaining('This address'),
      });
    },
  );
});
