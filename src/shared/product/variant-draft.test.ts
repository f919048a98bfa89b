import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { combinationKey, matchVariants } from './variant-draft.ts';

const variant = fc.record({
  _id: fc.constantFrom('1', '2', '3', '4', undefined),
  name: fc.constantFrom('S', 'M', 'S-Red', 'M-Red', ''),
  valueIds: fc.uniqueArray(fc.constantFrom('s', 'm', 'red'), { maxLength: 3 }),
});

describe('matchVariants', () => {
  const before = [
    { _id: '1', name: 'S-Red', valueIds: ['s', 'red'] },
    { _id: '2', name: 'M-Red', valueIds: ['m', 'red'] },
    { _id: '3', name: 'Loose', valueIds: [] },
  ];

  it('matches by id, then by values, then by name', () => {
    const found = matchVariants({
      before,
      input: [
        { name: 'Loose', valueIds: [] },
        { name: 'Red-M', valueIds: ['red', 'm'] },
        { _id: '1', name: 'M-Red', valueIds: ['m', 'red'] },
        { name: 'M-Red', valueIds: [] },
      ],
    });
    expect(found.map((match) => match?._id)).toEqual(['3', '2', '1', undefined]);
  });

  it('matches each variant once', () => {
    fc.assert(
      fc.property(fc.array(variant, { maxLength: 8 }), fc.array(variant, { maxLength: 8 }), (old, sent) => {
        const known = old.map((one, index) => ({ ...one, _id: `old ${index}` }));
        const matches = matchVariants({ before: known, input: [...sent, ...known] });
        const ids = matches.flatMap((match) => (match ? [match._id] : []));
        expect(new Set(ids).size).toBe(ids.length);
        expect(matches.slice(sent.length)).toEqual(known);
      }),
    );
  });
});

describe('combinationOf', () => {
  it('is the same in any order', () => {
    expect(combinationKey(['b', 'a'])).toBe(combinationKey(['a', 'b']));
    expect(combinationKey([])).toBe('');
  });
});
