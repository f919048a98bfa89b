import { expect, it, vi } from 'vitest';
import { newId, toSearchKey } from './ids.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

it('creates ordered UUIDs, also within one millisecond', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  const ids = Array.from({ length: 100_000 }, newId);
  vi.useRealTimers();
  expect(ids.every((id) => uuid.test(id))).toBe(true);
  expect(ids.every((id, index) => index === 0 || id > (ids[index - 1] ?? ''))).toBe(true);
  const numbers = ids.map(toSearchKey);
  expect(numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? 0n))).toBe(true);
  expect(numbers.every((number) => number > 0n && number < 2n ** 63n)).toBe(true);
});

it('stays ordered when the clock is set back', () => {
  const before = newId();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 60_000 });
  expect(newId() > before).toBe(true);
  vi.useRealTimers();
});

it('treats invalid ids as the oldest', () => {
  expect(toSearchKey('early')).toBe(0n);
});
