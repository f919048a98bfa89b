import { expect, it } from 'vitest';
import { resources } from '#shared/resources/index.ts';
import { entryOf } from '../navigation.ts';
import { places } from './record-addresses.ts';

const record = { _id: '1', categoryId: '2', attributeId: '3', version: 1, createdAt: '', updatedAt: '' };

// A message stands in its chat.
const names = resources.map(({ name }) => name).filter((name) => name !== 'helpMessage');

it.each(names)('knows where a record of %s opens', (name) => {
  const place = places[name] ?? expect.fail('it has a place');
  const [pathname = ''] = place.record(record).split('?');
  expect(entryOf(pathname)).toBeDefined();
  expect(place.record(record)).toContain('1');
  if (place.list) expect(entryOf(place.list)).toBe(entryOf(pathname));
});
