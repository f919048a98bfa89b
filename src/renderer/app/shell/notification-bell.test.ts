// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { summarizeUnread } from './notification-bell.tsx';

const mine = { _id: 'a', userId: 'me', name: 'Mine', createdAt: '2026-03-01T08:00:00.000Z' };
const theirs = { ...mine, _id: 'b', userId: 'somebody', name: 'Theirs' };

it('uses the total of a server that filters by user', () => {
  expect(summarizeUnread({ total: 700, data: [mine] }, 'me')).toMatchObject({
    count: 700,
    isFilterIgnored: false,
  });
});

it('counts only the user’s own on a server that ignores the filter', () => {
  expect(summarizeUnread({ total: 3, data: [theirs, mine, theirs] }, 'me')).toMatchObject({
    count: 1,
    newest: { title: 'Mine' },
    isFilterIgnored: true,
  });
});

it('counts none if all are for others', () => {
  expect(summarizeUnread({ total: 1, data: [theirs] }, 'me')).toMatchObject({ count: 0, newest: null });
});

it('returns no newest one without creation dates', () => {
  const { createdAt: _createdAt, ...undated } = mine;
  expect(summarizeUnread({ total: 1, data: [undated] }, 'me')).toMatchObject({ count: 1, newest: null });
});
