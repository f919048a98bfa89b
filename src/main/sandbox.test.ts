import { expect, it } from 'vitest';
import { validateSandbox } from './sandbox.ts';

it('lets nobody start the product without its sandbox', () => {
  const start = { isPackaged: true, isDisabled: true, isRoot: false };
  expect(validateSandbox(start)).toContain('--no-sandbox');
  expect(validateSandbox({ ...start, isRoot: true })).toContain('as root');
  expect(validateSandbox({ ...start, isDisabled: false })).toBeNull();
  expect(validateSandbox({ ...start, isPackaged: false })).toBeNull();
});
