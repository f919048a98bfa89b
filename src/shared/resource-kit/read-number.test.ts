import { expect, it } from 'vitest';
import { readNumber } from '../import-numbers.ts';
import { number } from './fields.ts';

it('reads the separators of a whole number as thousands separators', () => {
  const points = number({ label: 'Points', isInteger: true });
  const read = (text: string) => readNumber(points, text);
  expect([read('1.000'), read('1,250')]).toEqual([{ value: '1000' }, { value: '1250' }]);
});
