import { expect, it } from 'vitest';
import { isExpectedType } from './proxy.ts';

it.each([
  'application/json',
  'Application/JSON; charset=utf-8',
  'text/csv; charset=utf-8',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'image/png',
  'video/mp4',
  'text/vtt',
  'application/pdf',
])('expects %s', (type) => {
  expect(isExpectedType(type)).toBe(true);
});

it.each([
  'text/html',
  'image/svg+xml',
  'text/javascript',
  'application/json-evil',
  'text/html; application/json',
  '',
  undefined,
])('does not expect %s', (type) => {
  expect(isExpectedType(type)).toBe(false);
});
