/** Type guards for the few shapes that the first screens read. They leave zod to the screens that need it. */

type Guard<T> = (value: unknown) => value is T;

export const isString = (value: unknown): value is string => typeof value === 'string';

export const isNumber = (value: unknown): value is number => typeof value === 'number' && !Number.isNaN(value);

export const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isOptional =
  <T>(is: Guard<T>): Guard<T | undefined> =>
  (value): value is T | undefined =>
    value === undefined || is(value);

export const isArrayOf =
  <T>(is: Guard<T>): Guard<T[]> =>
  (value): value is T[] =>
    Array.isArray(value) && value.every(is);

/** Accepts objects whose named properties match; other properties don't matter. */
export const isShape =
  <Shape extends object>(shape: { [Name in keyof Shape]-?: Guard<Shape[Name]> }): Guard<Shape> =>
  (value): value is Shape =>
    isObject(value) && Object.entries<Guard<unknown>>(shape).every(([name, is]) => is(value[name]));
