import { expect, it } from 'vitest';
import { detectExtension } from './file-content.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

it('trusts the library for types it knows', () => {
  expect(detectExtension(bytes('%PDF-1.7'), 'png')).toBe('png');
});

it.each([
  ['%PDF-1.7', 'pdf'],
  [`${'x'.repeat(1019)}%PDF-`, 'pdf'],
  [`${'x'.repeat(1020)}%PDF-`, null],
  ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'svg'],
  ['\uFEFF<!-- made by hand -->\n<svg/>', 'svg'],
  ['<!DOCTYPE html><html>', 'html'],
  ['<script>alert(1)</script>', 'html'],
  ['just text', null],
])('detects the type of %j', (text, type) => {
  expect(detectExtension(bytes(text), undefined)).toBe(type);
});

it('distinguishes SVG from other XML', () => {
  expect(detectExtension(bytes('<?xml version="1.0"?><svg/>'), 'xml')).toBe('svg');
  expect(detectExtension(bytes('<?xml version="1.0"?><note/>'), 'xml')).toBe('xml');
});

it('rejects a text of many comments at once', () => {
  expect(detectExtension(bytes(`${'<!---->'.repeat(500)}<p>`), undefined)).toBeNull();
});
