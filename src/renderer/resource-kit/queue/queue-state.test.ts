import { expect, it } from 'vitest';
import { findNextChange } from './queue-state.ts';
import type { QueuedChange } from './queue-store.ts';

const createChange = (id: string, values: Partial<QueuedChange> = {}): QueuedChange => ({
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

const sendOrder = (changes: QueuedChange[]): string[] => {
  const passed = new Set<string>();
  const ids: string[] = [];
  for (;;) {
    const next = findNextChange(
      changes.filter(({ id }) => !ids.includes(id)),
      passed,
    );
    if (!next) return ids;
    passed.add(next.id);
    ids.push(next.id);
  }
};

it('sends changes in their order', () => {
  expect(sendOrder([createChange('a'), createChange('b', { recordId: 'r' }), createChange('c')])).toEqual([
    ...['a', 'b', 'c'],
  ]);
});

it('goes on after a change with a problem', () => {
  expect(sendOrder([createChange('a', { problem }), createChange('b')])).toEqual(['b']);
});

it('keeps the changes of a record behind one with a problem', () => {
  const changes = [createChange('a', { recordId: 'r', problem }), createChange('b', { recordId: 'r' })];
  expect(sendOrder(changes)).toEqual([]);
});

it('keeps the change of a new record until that is created', () => {
  const changes = [createChange('new'), createChange('edit', { follows: 'new' })];
  expect(findNextChange(changes, new Set(['new']))).toBeUndefined();
  expect(sendOrder(changes)).toEqual(['new', 'edit']);
});
