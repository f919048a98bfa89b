import { expect, it } from 'vitest';
import { detectExtension, inspectContent } from './uploads.ts';

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

it('takes a web page that mentions a PDF for a web page', () => {
  expect(detectExtension(bytes('<html><body>%PDF-1.4 is mentioned here</body></html>'), undefined)).toBe('html');
});

const inspect = (text: string) => {
  const content = bytes(text);
  return inspectContent({
    size: content.length,
    read: async (start, end) => content.slice(start, end),
    fileTypeFromBuffer: async () => undefined,
  });
};

const objects = '1 0 obj<</Type/Catalog>>endobj\n';
const end = 'trailer<</Root 1 0 R>>\nstartxref\n9\n%%EOF';
const version = `${objects}${end}\n`;

it.each([
  ['a complete PDF', `%PDF-1.4\n${version}`],
  ['a PDF without startxref', `%PDF-1.4\n${objects}trailer<</Root 1 0 R>>\n%%EOF`],
  ['bytes before the header', `junk\r\n${'x'.repeat(1000)}%PDF-1.4\n${version}`],
  ['bytes after the end', `%PDF-1.4\n${version}${'\0'.repeat(200_000)}<!-- appended by a proxy -->`],
  ['a linearized or updated PDF', `%PDF-1.4\n${version}${version}`],
  ['a large PDF', `%PDF-1.4\n${objects}${'x'.repeat(3_000_000)}${end}`],
])('finds %s complete', async (_name, text) => {
  expect(await inspect(text)).toEqual({ detectedExtension: 'pdf', isCutOff: false });
});

it.each([
  ['a bare header', '%PDF-1.7\n'],
  ['a header and an end', '%PDF-1.7\n%%EOF'],
  ['a PDF cut off in an object', '%PDF-1.7\n1 0 obj<</Type/Cat'],
  ['an updated PDF cut off in its second version', `%PDF-1.4\n${version}${objects}`],
  ['a large PDF whose first part is complete', `%PDF-1.4\n${version}${'x'.repeat(3_000_000)}`],
])('finds %s cut off', async (_name, text) => {
  expect(await inspect(text)).toEqual({ detectedExtension: 'pdf', isCutOff: true });
});
