import { describe, expect, it } from 'vitest';
import { addNames, findNewNames, mergeValueRows, splitNames, toValueRows, type ValueRow } from './value-rows.ts';

describe('splitNames', () => {
  it.each([
    ['a column', 'Navy\r\nBottle green\r\n', ['Navy', 'Bottle green']],
    ['a row of a sheet', 'S\tM\tL', ['S', 'M', 'L']],
    ['a list with commas', ' Red, Green ,,Blue', ['Red', 'Green', 'Blue']],
    ['a column of names with commas', '10,5 cm\n12 cm', ['10,5 cm', '12 cm']],
  ])('splits %s', (_name, text, names) => {
    expect(splitNames(text)).toEqual(names);
  });
});

describe('findNewNames', () => {
  it('skips names that exist or are repeated, ignoring case and spaces', () => {
    const rows = toValueRows([{ _id: '1', name: 'Blue' }]);
    expect(findNewNames(rows, ['Navy', 'blue', ' NAVY'])).toEqual({
      added: ['Navy'],
      skipped: ['Blue', 'Navy'],
    });
  });
});

describe('mergeValueRows', () => {
  const base = toValueRows([
    { _id: '1', version: 1, name: 'Red' },
    { _id: '2', version: 1, name: 'Green' },
  ]);
  const change = (key: string, values: Partial<ValueRow>) =>
    base.map((row) => (row.key === key ? { ...row, ...values } : row));
  const summarize = ({ rows, hasConflict }: ReturnType<typeof mergeValueRows>) => ({
    names: rows.map(({ name }) => name),
    hasConflict,
  });

  it('keeps the changes of both sides to different values', () => {
    const theirs = [...change('1', { name: 'Crimson', version: 2 }), ...toValueRows([{ _id: '3', name: 'Blue' }])];
    const mine = addNames(change('2', { color: '#00ff00' }), ['Gold', 'blue']);
    const merged = mergeValueRows({ base, theirs, mine });
    expect(summarize(merged)).toEqual({ names: ['Crimson', 'Green', 'Blue', 'Gold'], hasConflict: false });
    expect(merged.rows[0]?.version).toBe(2);
    expect(merged.rows[1]?.color).toBe('#00ff00');
  });

  it('reports a value that both renamed', () => {
    const theirs = change('1', { name: 'Crimson', version: 2 });
    const mine = change('1', { name: 'Scarlet' });
    expect(summarize(mergeValueRows({ base, theirs, mine }))).toEqual({
      names: ['Scarlet', 'Green'],
      hasConflict: true,
    });
  });

  it('reports a value that one side deleted and the other changed', () => {
    const theirs = base.slice(1);
    const mine = change('1', { name: 'Scarlet' });
    expect(summarize(mergeValueRows({ base, theirs, mine })).hasConflict).toBe(true);
    expect(summarize(mergeValueRows({ base, theirs, mine: base }))).toEqual({
      names: ['Green'],
      hasConflict: false,
    });
  });

  it('keeps the order of the side that changed it', () => {
    const reversed = base.toReversed();
    expect(summarize(mergeValueRows({ base, theirs: reversed, mine: base })).names).toEqual(['Green', 'Red']);
    expect(summarize(mergeValueRows({ base, theirs: base, mine: reversed })).names).toEqual(['Green', 'Red']);
  });
});
