import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createProgressStream } from './file-streams.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('reports the bytes before a stall, and none after its end', () => {
  const reported: number[] = [];
  const stream = createProgressStream(100, (bytes) => reported.push(bytes));
  stream.resume();
  stream.write(Buffer.alloc(10));
  stream.write(Buffer.alloc(20));
  stream.write(Buffer.alloc(30));
  expect(reported).toEqual([10]);
  vi.advanceTimersByTime(1000);
  expect(reported).toEqual([10, 60]);
  stream.write(Buffer.alloc(10));
  stream.write(Buffer.alloc(5));
  stream.destroy();
  vi.advanceTimersByTime(1000);
  expect(reported).toEqual([10, 60, 70]);
});
