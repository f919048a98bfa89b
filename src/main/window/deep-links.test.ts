import { expect, it } from 'vitest';
import { deepLinkTo, findDeepLink, readDeepLink } from './deep-links.ts';

it.each([
  ['catalogue-backoffice://CountryList', '/CountryList'],
  ['catalogue-backoffice:///CountryList/', '/CountryList/'],
  ['Catalogue-BackOffice://countrylist', '/countrylist'],
  [
    'catalogue-backoffice://FrontendCMS/FAQPage/FAQDetail/a1?pageIndex=2',
    '/FrontendCMS/FAQPage/FAQDetail/a1?pageIndex=2',
  ],
  ['catalogue-backoffice://UserManagerList/?role=admin', '/UserManagerList/?role=admin'],
  ['catalogue-backoffice://athelete-profile-list', '/athelete-profile-list'],
  ['catalogue-backoffice://Attribute/AttributeLista1', '/Attribute/AttributeLista1'],
  ['catalogue-backoffice://', '/'],
])('%s leads to %s', (link, route) => {
  expect(readDeepLink(link)).toBe(route);
});

it.each([
  'https://CountryList',
  'catalogue-backoffice:CountryList',
  'catalogue-backoffice://v1/user/logout',
  'catalogue-backoffice://uploads/a.png',
  'catalogue-backoffice://local-files/a',
  'catalogue-backoffice://evil.example/CountryList',
  'catalogue-backoffice://CountryList/../v1/meta',
  'catalogue-backoffice://CountryList/%2e%2e/v1/meta',
  'catalogue-backoffice://FrontendCMS/FAQPage/FAQDetail/a/b',
  'catalogue-backoffice://\\\\evil\\share',
  'catalogue-backoffice://Attribute/Lista1',
])('%s leads nowhere', (link) => {
  expect(readDeepLink(link)).toBeNull();
});

it('makes links to pages that lead back to them, and to nothing else', () => {
  const page = 'app://backoffice/FrontendCMS/FAQPage/FAQDetail/a1?pageIndex=2#top';
  const link = deepLinkTo(page);
  expect(link).toBe('catalogue-backoffice://FrontendCMS/FAQPage/FAQDetail/a1?pageIndex=2');
  expect(readDeepLink(String(link))).toBe('/FrontendCMS/FAQPage/FAQDetail/a1?pageIndex=2');
  expect(deepLinkTo('app://backoffice/')).toBe('catalogue-backoffice://');
  expect(deepLinkTo('app://backoffice/uploads/a.png')).toBeNull();
  expect(deepLinkTo('https://example.com/CountryList')).toBeNull();
});

it('finds the link among what a program was started with', () => {
  const link = 'catalogue-backoffice://CountryList';
  expect(findDeepLink(['/opt/app', '--flag', link])).toBe(link);
  expect(findDeepLink(['/opt/app', '--flag', '/CountryList'])).toBeUndefined();
});
