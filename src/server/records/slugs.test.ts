import { expect, it } from 'vitest';
import { slugify } from './slugs.ts';

it.each([
  ['Glide gel pen', 'glide-gel-pen'],
  ['  Pens & Pencils – “A5” (new!) ', 'pens-pencils-a5-new'],
  ['Artist’s brush, 3/4"', 'artists-brush-3-4'],
  ['Crème brûlée Straße', 'creme-brulee-strasse'],
  ['कलम', 'kalam'],
  ['नमस्ते दुनिया', 'namaste-duniya'],
  ['Перо', 'pero'],
  ['鋼筆', 'gangbi'],
  ['!!!', ''],
  [`${'long '.repeat(40)}`, 'long-long-long-long-long-long-long-long-long-long-long-long-long-long-long-long'],
])('writes %j as %j', (title, slug) => {
  expect(slugify(title)).toBe(slug);
});
