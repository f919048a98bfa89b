import { describe, expect, it } from 'vitest';
import { isArrayOf, isBoolean, isOptional, isShape, isString } from './guards.ts';

const isView = isShape<{ name: string; tags: string[]; isOpen?: boolean }>({
  name: isString,
  tags: isArrayOf(isString),
  isOpen: isOptional(isBoolean),
});

describe('isShape', () => {
  it('accepts matching properties and ignores others', () => {
    expect(isView({ name: 'a', tags: ['b'], other: 1 })).toBe(true);
    expect(isView({ name: 'a', tags: [], isOpen: false })).toBe(true);
  });

  it('rejects missing properties, other types and values that are no objects', () => {
    const invalid = [{ name: 'a' }, { name: 'a', tags: [1] }, { name: 'a', tags: [], isOpen: 'no' }, null, [], 'a'];
    expect(invalid.filter(isView)).toEqual([]);
  });
});
