import { expect, it } from 'vitest';
import { displayFileName } from './staging.ts';

it.each([
  ['pens.png', 'pens.png'],
  ['C:\\Users\\asha\\pens.png', 'pens.png'],
  ['../../etc/pens.png', 'pens.png'],
  ['pe\u0000n\u202es.png', 'pens.png'],
  [`${'long'.repeat(60)}.png`, `${'long'.repeat(49)}.png`],
  ['x'.repeat(300), 'x'.repeat(200)],
  ['.png', '.png'],
  ['', 'File'],
  [undefined, 'File'],
])('shows %j as %j', (name, shown) => {
  expect(displayFileName(name)).toBe(shown);
});
