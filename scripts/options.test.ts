import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { optionsPage, optionsPath } from './options.ts';

it('documents every option of the server (else: npm run options)', () => {
  expect(readFileSync(optionsPath, 'utf8')).toBe(optionsPage);
});
