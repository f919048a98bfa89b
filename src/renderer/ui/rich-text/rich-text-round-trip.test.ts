// @vitest-environment jsdom
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { supportedDocuments } from './rich-text-documents.testing.ts';
import { readEditorHtml } from './rich-text-html.ts';
import { findLosses } from './rich-text-losses.ts';
import { createQuill, writeHtml } from './rich-text-quill.ts';

const createEditor = () =>
  createQuill({
    container: document.createElement('div'),
    onFiles: () => undefined,
    onLink: () => undefined,
  });
const quill = createEditor();

const loadAndSave = (html: string): string => {
  writeHtml(quill, html);
  return readEditorHtml(quill.root);
};

const textOf = (html: string): string =>
  (new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '').replace(/[ \t\n]+/g, '');

describe('a supported text that is loaded and saved', () => {
  it('loses nothing', () => {
    fc.assert(
      fc.property(supportedDocuments, (html) => {
        const saved = loadAndSave(html);
        expect(findLosses(html, saved), `${html}\n${saved}`).toEqual([]);
        expect(textOf(saved)).toBe(textOf(html));
      }),
      { numRuns: 25, examples: [['<hr><p><br></p>']] },
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
