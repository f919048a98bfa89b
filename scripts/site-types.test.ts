import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { siteTypes, siteTypesPath } from './site-types.ts';

it('types every response of the website API for its client (else: npm run site-types)', () => {
  expect(readFileSync(siteTypesPath, 'utf8')).toBe(siteTypes);
});
