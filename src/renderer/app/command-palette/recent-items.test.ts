import { expect, it } from 'vitest';
import { addRecentId, getRecordItemId, parseRecordItemId } from './recent-items.ts';

it('moves an item that is chosen again to the front', () => {
  expect(addRecentId(['export csv', 'add gift', 'home'], 'add gift')).toEqual(['add gift', 'export csv', 'home']);
});

it('forgets the oldest items', () => {
  const ids = Array.from({ length: 30 }, (_, index) => `item ${index}`).reduce<string[]>(addRecentId, []);
  expect(ids).toHaveLength(20);
  expect(ids[0]).toBe('item 29');
});

it('finds the record of an item by its id', () => {
  expect(parseRecordItemId(getRecordItemId('gift', 'g1'))).toEqual({ resourceName: 'gift', recordId: 'g1' });
  expect(parseRecordItemId('section Record Types')).toBeNull();
});
