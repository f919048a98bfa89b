import { describe, expect, it } from 'vitest';
import { isAppPage, isAppUrl, isExternalUrl, isSessionPath } from './origin.ts';

describe.each([
  {
    check: isAppUrl,
    accepted: ['app://backoffice/', 'app://backoffice/FrontendCMS/FAQPage/FAQList?pageIndex=1#top'],
    rejected: [
      'app://backoffice.evil.example/',
      'app://evil/',
      'app://user@backoffice/',
      'app://backoffice:81/',
      'app:backoffice',
      'https://backoffice/',
      'https://evil.example/?app://backoffice/',
      'file:///etc/passwd',
      'data:text/html,app://backoffice/',
      'about:blank',
      '',
    ],
  },
  {
    check: isExternalUrl,
    accepted: ['https://example.com/a?b#c', 'http://localhost:4321/', 'mailto:someone@example.com'],
    rejected: [
      'http://example.com/',
      'file:///etc/passwd',
      'javascript:alert(1)',
      'data:text/html,x',
      'smb://host/share',
      'ms-msdt:/id',
      'vbscript:x',
      'app://backoffice/',
      'https://user:secret@example.com/',
      'https:',
      '//example.com',
      '\\\\host\\share',
    ],
  },
])('$check.name', ({ check, accepted, rejected }) => {
  it.each(accepted)('accepts %s', (url) => {
    expect(check(url)).toBe(true);
  });

  it.each(rejected)('rejects %s', (url) => {
    expect(check(url)).toBe(false);
  });
});

describe('isAppPage', () => {
  it('accepts routes', () => {
    expect(isAppPage('app://backoffice/UserManagerList/?role=All')).toBe(true);
  });

  it.each(['uploads/a.html', 'v1/faq/', 'local-files/1'])('rejects %s', (path) => {
    expect(isAppPage(`app://backoffice/${path}`)).toBe(false);
  });
});

describe('isSessionPath', () => {
  it.each([
    '/v1/user/login',
    '/v1/user/authorization/',
    '/v1/user/authorizatio%6e',
    '/v1//user//authorization',
    '/V1/User/Authorization',
    '/v1/user/logout',
    '/v1/user/login/passkey',
  ])('matches %s', (path) => {
    expect(isSessionPath(path)).toBe(true);
  });

  it('does not match the records of users', () => {
    expect(isSessionPath('/v1/user/')).toBe(false);
    expect(isSessionPath('/v1/user/sessions')).toBe(false);
    expect(isSessionPath('/v1/user/getById/login')).toBe(false);
  });
});
