// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { about } from '#shared/resources/about.ts';
import { attribute } from '#shared/resources/attribute.ts';
import { faq } from '#shared/resources/faq.ts';
import { notification } from '#shared/resources/notification.ts';
import { getBulkActions } from './bulk-client.ts';

const everything = { canUpdate: true, canDelete: true };
const labels = (...input: Parameters<typeof getBulkActions>) => getBulkActions(...input).map(({ label }) => label);

it('offers each status of a record next to Delete', () => {
  expect(labels(faq, everything)).toEqual(['Set as active', 'Set as inactive', 'Delete']);
  expect(labels(attribute, everything)).toEqual(['Delete']);
  expect(labels(notification, everything)).toEqual(['Mark as read', 'Mark as unread', 'Delete']);
  expect(getBulkActions(notification, { canUpdate: true, canDelete: false }).map(({ change }) => change)).toEqual(
    ['Read', 'Unread'].map((status) => ({ action: 'update', values: { status } })),
  );
});

it('offers nothing without permission or for singletons', () => {
  expect(labels(faq, { canUpdate: false, canDelete: false })).toEqual([]);
  expect(labels(faq, { canUpdate: true, canDelete: false })).toEqual(['Set as active', 'Set as inactive']);
  expect(labels(about, everything)).toEqual([]);
});
