import { expect, it } from 'vitest';
import type { CellObject } from 'xlsx';
import { formatNumber, readCell } from './cell-text.ts';

it.each([
  [0.1 + 0.2, '0.3'],
  [1.1 * 3, '3.3'],
  [19.99, '19.99'],
  [-4.5, '-4.5'],
  [8_901_234_567_890, '8901234567890'],
  [1e21, '1000000000000000000000'],
  [1.5e22, '15000000000000000000000'],
  [1e-7, '0.0000001'],
  [-1.25e-9, '-0.00000000125'],
  [0, '0'],
])('writes %d as %s', (value, text) => {
  expect(formatNumber(value)).toBe(text);
});

const cellText = (cell: CellObject) => readCell({ cell, date1904: false }).text;
const number = (v: number, z = 'General') => cellText({ t: 'n', v, z });

it.each([
  [45_352, 'yyyy-mm-dd', '2024-03-01'],
  [45_352, 'm/d/yy', '2024-03-01'],
  [45_352.604_166_666_664, 'dd.mm.yyyy hh:mm', '2024-03-01T14:30:00'],
  [45_352.999_999_999, 'm/d/yy h:mm', '2024-03-02'],
  [0.604_166_666_666_666, 'h:mm', '14:30'],
  [1.5, '[h]:mm', '36:00'],
  [46_307, 'd-mmm', '12-Oct'],
  [46_307, 'mmm-yy', 'Oct-26'],
  [42, '00000', '00042'],
  [12, '"MK-"0000', 'MK-0012'],
  [123_456, '000-000', '123-456'],
  [0.07, '0%', '7%'],
  [1234.5, '#,##0.00', '1,234.50'],
  [8_901_234_567_890, '0.00E+00', '8901234567890'],
  [-1, 'yyyy-mm-dd', '-1'],
])('shows %d in the format %s as %s', (value, format, text) => {
  expect(number(value, format)).toBe(text);
});

it('formats special values as the sheet does', () => {
  expect(cellText({ t: 'b', v: true })).toBe('TRUE');
  expect(cellText({ t: 'b', v: false })).toBe('FALSE');
  expect(cellText({ t: 'e', v: 42 })).toBe('#N/A');
});

it.each([
  [1.005, '0.00', '1.005'],
  [12, '"MK-"0000', '12'],
  [45_352, 'm/d/yy', undefined],
  [0.5, '0%', undefined],
])('returns for %d in the format %s the exact number %s', (v, z, exact) => {
  expect(readCell({ cell: { t: 'n', v, z }, date1904: false }).number).toBe(exact);
});

it('reports error values', () => {
  const read = (cell: CellObject) => readCell({ cell, date1904: false });
  expect(read({ t: 'e', v: 23 })).toMatchObject({ text: '#REF!', error: expect.stringContaining('#REF!') });
  expect(read({ t: 's', v: '#N/A' }).error).toBeDefined();
  expect(read({ t: 's', v: '########' }).error).toBeDefined();
});
