import { expect, it } from 'vitest';
import { validateSandbox } from './sandbox.ts';

it('lets only root start the product without its sandbox', () => {
  const start = { isPackaged: true, isDisabled: true, isRoot: false };
  expect(validateSandbox(start)).toContain('--no-sandbox');
  expect(validateSandbox({ ...start, isRoot: true })).toBeNull();
  expect(validateSandbox({ ...start, isDisabled: false })).toBeNull();
  expect(validateSandbox({ ...start, isPackaged: false })).toBeNull();
});
