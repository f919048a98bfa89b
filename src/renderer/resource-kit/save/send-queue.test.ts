// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { findNext, isUncertain } from './send-queue.ts';
import type { WaitingSave } from './waiting-saves.ts';

const createSave = (id: string, values: Partial<WaitingSave> = {}): WaitingSave => ({
  id,
  order: 0,
  resource: 'faq',
  recordId: null,
  follows: null,
  title: id,
  path: '/',
  base: null,
  values: {},
  idempotencyKey: id,
  savedAt: '',
  triedAt: null,
  problem: null,
  ...values,
});
const problem = { kind: 'rejected', message: 'No', errors: [] } as const;

const sendOrder = (saves: WaitingSave[]): string[] => {
  const passed = new Set<string>();
  const ids: string[] = [];
  for (;;) {
    const next = findNext(
      saves.filter(({ id }) => !ids.includes(id)),
      passed,
    );
    if (!next) return ids;
    passed.add(next.id);
    ids.push(next.id);
  }
};

it('sends saves in their order', () => {
  expect(sendOrder([createSave('a'), createSave('b', { recordId: 'r' }), createSave('c')])).toEqual([
    ...['a', 'b', 'c'],
  ]);
});

it('goes on after a change with a problem', () => {
  expect(sendOrder([createSave('a', { problem }), createSave('b')])).toEqual(['b']);
});

it('keeps the saves of a record behind one with a problem', () => {
  const saves = [createSave('a', { recordId: 'r', problem }), createSave('b', { recordId: 'r' })];
  expect(sendOrder(saves)).toEqual([]);
});

it('keeps the save of a new record until that is created', () => {
  const saves = [createSave('new'), createSave('edit', { follows: 'new' })];
  expect(findNext(saves, new Set(['new']))).toBeUndefined();
  expect(sendOrder(saves)).toEqual(['new', 'edit']);
});

describe('isUncertain', () => {
  const hour = 60 * 60 * 1000;
  const triedAt = new Date(0).toISOString();
  it.each([
    ['a new record that was tried a day ago', { recordId: null, triedAt }, 24 * hour, true],
    ['one whose key the server still knows', { recordId: null, triedAt }, 22 * hour, false],
    ['one that was never sent', { recordId: null, triedAt: null }, 99 * hour, false],
    ['an update, which has a version', { recordId: 'r', triedAt }, 24 * hour, false],
  ])('%s', (_name, save, now, expected) => {
    expect(isUncertain(save, now)).toBe(expected);
  });
});
