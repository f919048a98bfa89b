// @vitest-environment jsdom
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { supportedDocuments } from './rich-text-documents.testing.ts';
import { createQuill, readHtml, writeHtml } from './rich-text-quill.ts';

const createEditor = () =>
  createQuill({
    container: document.createElement('div'),
    onFiles: () => undefined,
    onLink: () => undefined,
  });
const quill = createEditor();

const loadAndSave = (html: string): string => {
  writeHtml(quill, html);
  return readHtml(quill);
};

/** A text of nothing but spaces is stored as empty. */
const textOf = (html: string): string => {
  const text = (new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '').replace(/[ \t\n]+/g, '');
  return text.trim() === '' ? '' : text;
};

describe('a supported text that is loaded and saved', () => {
  it('loses nothing', () => {
    fc.assert(
      fc.property(supportedDocuments, (html) => {
        expect(writeHtml(quill, html), html).toEqual([]);
        expect(textOf(readHtml(quill))).toBe(textOf(html));
      }),
      { numRuns: 25, examples: [['<hr><p><br></p>'], ['<ul><li>&nbsp;</li></ul>']] },
    );
  }, 120_000);

  it('is unchanged once the editor has written it', () => {
    fc.assert(
      fc.property(supportedDocuments, (html) => {
        const saved = loadAndSave(html);
        expect(loadAndSave(saved)).toBe(saved);
      }),
      { numRuns: 25 },
    );
  }, 120_000);
});
