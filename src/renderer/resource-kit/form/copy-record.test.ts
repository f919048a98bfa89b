// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { findCopyName } from './copy-record.ts';

const maxLength = 20;

it('numbers the copies of a record', () => {
  expect(findCopyName('Pen', ['Pen'], maxLength)).toBe('Pen (copy)');
  expect(findCopyName('Pen', ['pen (Copy)'], maxLength)).toBe('Pen (copy 2)');
  expect(findCopyName('Pen (copy)', ['Pen (copy)', 'Pen (copy 2)'], maxLength)).toBe('Pen (copy 3)');
});

it('shortens a name that would become too long', () => {
  expect(findCopyName('A very long name 123', [], maxLength)).toBe('A very long n (copy)');
});
