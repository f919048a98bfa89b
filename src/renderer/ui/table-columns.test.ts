import { describe, expect, it } from 'vitest';
import { findPinned, fitColumns } from './table-columns.ts';

const productColumns = [
  { id: 'serial', width: '4.5rem' },
  { id: 'image', width: '6rem' },
  { id: 'name', isMain: true },
  { id: 'sku', width: '11rem' },
  { id: 'price', width: '7rem' },
  { id: 'categoryId', width: '11rem' },
  { id: 'status', width: '8rem' },
  { id: 'actions', width: '9.5rem', isActions: true },
];
const at = (available: number, rem = 16) => ({ available, rem });
const totalOf = (sizes: Record<string, number>) => Object.values(sizes).reduce((total, size) => total + size, 0);

describe('fitColumns', () => {
  it('never makes the main column narrower than 180 px', () => {
    expect(fitColumns(productColumns, at(954)).name).toBe(180);
  });

  it('gives the remaining width to the main column', () => {
    const sizes = fitColumns(productColumns, at(1500));
    expect(totalOf(sizes)).toBe(1500);
    expect(sizes.name).toBe(588);
  });

  it('makes a column as wide as its numbers', () => {
    const price = (contentWidth: number) =>
      fitColumns(
        [
          { id: 'name', isMain: true },
          { id: 'price', width: '6rem', contentWidth },
        ],
        at(500),
      ).price;
    expect(price(80)).toBe(96);
    expect(price(120)).toBe(120);
  });

  it('keeps a percentage if there is room for it', () => {
    const sizes = fitColumns([{ id: 'a', width: '30%' }, { id: 'b' }, { id: 'c', width: '10rem' }], at(1000));
    expect(sizes).toEqual({ a: 300, b: 540, c: 160 });
  });

  it('shrinks percentages of more than 100 % proportionally', () => {
    const tenths = Array.from({ length: 10 }, (_, index) => ({ id: String(index), width: '10%' }));
    const sizes = fitColumns([...tenths, { id: 'actions', width: '10rem' }], at(1560));
    expect(sizes[0]).toBe(140);
    expect(totalOf(sizes)).toBe(1560);
  });

  it('gives every column its minimum width', () => {
    const sizes = fitColumns([{ id: 'a', width: '90%' }, { id: 'b' }, { id: 'c' }], at(500));
    expect(sizes).toEqual({ a: 300, b: 100, c: 100 });
  });

  it('keeps the actions wide enough for their buttons', () => {
    const sizes = fitColumns([{ id: 'a' }, { id: 'actions', width: '15%', isActions: true }], at(800));
    expect(sizes).toEqual({ a: 648, actions: 152 });
  });

  it('distributes the width that resized columns leave', () => {
    const columns = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];
    expect(fitColumns(columns, at(1000), { a: 12.5 })).toEqual({ a: 200, b: 400, c: 400 });
  });

  it('grows with the size of the text', () => {
    expect(fitColumns([{ id: 'a', width: '10rem' }], at(1000, 24), {})).toEqual({ a: 240 });
    expect(fitColumns([{ id: 'a' }], at(1000, 24), { a: 10 })).toEqual({ a: 240 });
  });
});

describe('findPinned', () => {
  const pinnedAt = (available: number) =>
    findPinned(productColumns, at(available), fitColumns(productColumns, at(available)));

  it('pins the outer columns', () => {
    expect(pinnedAt(954)).toEqual({ start: ['serial', 'image', 'name'], end: ['actions'] });
  });

  it('pins only the main column and the actions if there is little room', () => {
    expect(pinnedAt(553)).toEqual({ start: ['name'], end: ['actions'] });
  });

  it('pins only the main column if there is less room', () => {
    expect(pinnedAt(400)).toEqual({ start: ['name'], end: [] });
  });

  it('leaves the actions where they are if they would hide the main column', () => {
    const columns = [
      { id: 'region' },
      { id: 'city' },
      { id: 'name', isMain: true },
      { id: 'actions', isActions: true },
    ];
    const sizes = { region: 200, city: 200, name: 180, actions: 152 };
    expect(findPinned(columns, at(562), sizes)).toEqual({ start: ['name'], end: [] });
  });

  it('pins nothing if there is hardly any room', () => {
    expect(pinnedAt(300)).toEqual({ start: [], end: [] });
  });
});
