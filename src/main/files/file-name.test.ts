import { expect, it } from 'vitest';
import { toStoredFileName } from './file-streams.ts';

it.each([
  ['Autumn.pdf', '/uploads/a.pdf', 'Autumn.pdf'],
  ['Photo.JFIF', '/uploads/a.jpg', 'Photo.JFIF'],
  ['Photo.jpg', '/uploads/a.png', 'Photo.jpg'],
  ['Spring: 2031/32', '/uploads/a.pdf', 'Spring 2031 32.pdf'],
  ['Version 2.0', '/uploads/a.png', 'Version 2.0.png'],
  ['evil.exe', '/uploads/a.png', 'evil.exe.png'],
  ['CON', '/uploads/a.png', '_CON.png'],
  ['aux.pdf', '/uploads/a.pdf', '_aux.pdf'],
  ['LPT1 .old', '/uploads/a.pdf', '_LPT1 .old.pdf'],
  ['Console', '/uploads/a.png', 'Console.png'],
  ['Autumn.pdf. .', '/uploads/a.pdf', 'Autumn.pdf'],
  ['...', '/uploads/a.pdf', 'Page.pdf'],
])('saves %s, stored at %s, as %s', (title, path, name) => {
  expect(toStoredFileName(title, path)).toBe(name);
});
