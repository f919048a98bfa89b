import { expect, it } from 'vitest';
import { screenPaths } from '../../src/shared/resource-kit/paths.ts';
import { resources } from '../../src/shared/resources/index.ts';
import { routes } from '../support/routes.ts';

it('declares exactly the paths of the specification', () => {
  const declared = resources.flatMap(({ paths }) => Object.values(screenPaths(paths)));
  const pathnames = declared.filter((path) => path !== '/Attribute/AddAttribute?id=:id');
  expect(pathnames.toSorted()).toEqual(Object.values(routes).toSorted());
});
