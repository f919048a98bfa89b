import { beforeEach, expect, it } from 'vitest';
import { createFileLeases, type FileLeases } from './file-leases.ts';

let removed: string[];
let holds: FileLeases;
beforeEach(() => {
  removed = [];
  holds = createFileLeases();
});

const take = ({ isNew }: { isNew: boolean }) => {
  holds.acquire('a.png');
  if (isNew) holds.markNew('a.png');
};
const letGo = (isCommitted: boolean) => removed.push(...holds.release(['a.png'], { isCommitted }));

it('removes a new file whose only save failed', () => {
  take({ isNew: true });
  letGo(false);
  expect(removed).toEqual(['a.png']);
  expect(holds.has('a.png')).toBe(false);
});

it('keeps an existing file', () => {
  take({ isNew: false });
  letGo(false);
  expect(removed).toEqual([]);
});

it.each([
  [true, false],
  [false, true],
])('keeps a file that one of two saves committed', (first, second) => {
  take({ isNew: true });
  take({ isNew: true });
  letGo(first);
  expect(removed).toEqual([]);
  expect(holds.has('a.png')).toBe(true);
  letGo(second);
  expect(removed).toEqual([]);
});

it('removes a file when the last of several saves failed', () => {
  take({ isNew: true });
  take({ isNew: false });
  letGo(false);
  expect(removed).toEqual([]);
  letGo(false);
  expect(removed).toEqual(['a.png']);
});
