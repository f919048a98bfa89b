import { expect, it } from 'vitest';
import { findDeepLink, parseDeepLink, toDeepLink } from './deep-links.ts';

it.each(
  Object.entries({
    'backoffice://CountryList': '/CountryList',
    'backoffice:///CountryList/': '/CountryList/',
    'BackOffice://countrylist': '/countrylist',
    'backoffice://FrontendCMS/FAQPage/FAQDetail/a1?pageIndex=2': '/FrontendCMS/FAQPage/FAQDetail/a1?pageIndex=2',
    'backoffice://UserManagerList/?role=admin': '/UserManagerList/?role=admin',
    'backoffice://athelete-profile-list': '/athelete-profile-list',
    'backoffice://Attribute/AttributeLista1': '/Attribute/AttributeLista1',
    'backoffice://': '/',
  }),
)('%s opens %s', (link, route) => {
  expect(parseDeepLink(link)).toBe(route);
});

it.each([
  'https://CountryList',
  'backoffice:CountryList',
  'backoffice://v1/user/logout',
  'backoffice://uploads/a.png',
  'backoffice://local-files/a',
  'backoffice://evil.example/CountryList',
  'backoffice://CountryList/../v1/meta',
  'backoffice://CountryList/%2e%2e/v1/meta',
  'backoffice://FrontendCMS/FAQPage/FAQDetail/a/b',
  'backoffice://\\\\evil\\share',
  'backoffice://Attribute/Lista1',
])('%s is rejected', (link) => {
  expect(parseDeepLink(link)).toBeNull();
});

it('makes links only to pages', () => {
  const page = 'app://backoffice/FrontendCMS/FAQPage/FAQDetail/a1?pageIndex=2#top';
  const link = toDeepLink(page);
  expect(link).toBe('backoffice://FrontendCMS/FAQPage/FAQDetail/a1?pageIndex=2');
  expect(parseDeepLink(String(link))).toBe('/FrontendCMS/FAQPage/FAQDetail/a1?pageIndex=2');
  expect(toDeepLink('app://backoffice/')).toBe('backoffice://');
  expect(toDeepLink('app://backoffice/uploads/a.png')).toBeNull();
  expect(toDeepLink('https://example.com/CountryList')).toBeNull();
});

it('finds the link among the command line arguments', () => {
  const link = 'backoffice://CountryList';
  expect(findDeepLink(['/opt/app', '--flag', link])).toBe(link);
  expect(findDeepLink(['/opt/app', '--flag', '/CountryList'])).toBeUndefined();
});
