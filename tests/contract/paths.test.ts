import { expect, it } from 'vitest';
import { screenPaths } from '../../src/shared/resource-kit/paths.ts';
import { resources } from '../../src/shared/resources/index.ts';
import { routes } from '../support/routes.ts';

it('declares every path of the specification', () => {
  const declared = resources.flatMap(({ paths }) => Object.values(screenPaths(paths)));
  expect(declared).toEqual(expect.arrayContaining(Object.values(routes)));
});
