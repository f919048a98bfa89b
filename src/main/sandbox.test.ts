import { expect, it } from 'vitest';
import { findSandboxProblem } from './sandbox.ts';

it('lets nobody start the product without its sandbox, but root, for whom there is none', () => {
  const start = { isPackaged: true, isSwitchedOff: true, isRoot: false };
  expect(findSandboxProblem(start)).toContain('--no-sandbox');
  expect(findSandboxProblem({ ...start, isRoot: true })).toBeNull();
  expect(findSandboxProblem({ ...start, isSwitchedOff: false })).toBeNull();
  expect(findSandboxProblem({ ...start, isPackaged: false })).toBeNull();
});
