import Quill, { Delta, Parchment, Range } from 'quill';
import Clipboard from 'quill/modules/clipboard.js';
import 'quill/dist/quill.core.css';
import { TableCell } from 'quill/formats/table.js';
import type { Context } from 'quill/modules/keyboard.js';
import type { RefObject } from 'react';
import { isNoticeable } from '#shared/rich-text.ts';
import { textElementSelector } from '#shared/text-issues.ts';
import { formats } from './rich-text-blots.ts';
import { downscaleInlineImages, hasInlineImages } from './rich-text-image.ts';
import { cleanPasted, markListNumbers } from './rich-text-pasted.ts';
import { noticeableLosses, parseRichText, readRichText } from './rich-text-reader.ts';
import { writeRichText } from './rich-text-writer.ts';
import { findRemovals } from './sanitize-rich-text.ts';

type KeyboardContext = { quill: Quill };

const insertLineBreak = (quill: Quill, range: Range): void => {
  const delta = new Delta().retain(range.index).delete(range.length).insert({ 'line-break': true });
  quill.updateContents(delta, 'user');
  quill.setSelection(range.index + 1, 'silent');
};

const insertParagraph = (quill: Quill, index: number): void => {
  quill.updateContents(new Delta().retain(index).insert('\n'), 'user');
  quill.setSelection(index, 'user');
};

// Enter breaks the line within a cell; at the very start or end of a table it adds a paragraph outside.
const enterInTable = (quill: Quill, range: Range, cell: TableCell): void => {
  const table = cell.table();
  const start = quill.getIndex(table);
  const end = start + table.length();
  if (range.length === 0 && range.index === start) insertParagraph(quill, start);
  else if (range.length === 0 && range.index === end - 1) insertParagraph(quill, end);
  else insertLineBreak(quill, range);
};

// Splits a line so that only the first half starts the list or quotation.
const enterAtStart = (quill: Quill, range: Range, { format }: Context): void => {
  const lineFormats = Object.entries(format).filter(([name]) => quill.scroll.query(name, Parchment.Scope.BLOCK));
  const delta = new Delta().retain(range.index).delete(range.length).insert('\n', Object.fromEntries(lineFormats));
  quill.updateContents(delta, 'user');
  quill.formatLine(range.index + 1, 1, 'start', false, 'user');
  quill.setSelection(range.index + 1, 'silent');
};

const keyBindings = ({ onLink }: { onLink: () => void }) => ({
  // Tab leaves the editor, as in any other field.
  tab: null,
  'remove tab': null,
  indent: null,
  outdent: null,
  'indent code-block': null,
  'outdent code-block': null,
  link: { key: 'k', shortKey: true, handler: onLink },
  'table enter': {
    key: 'Enter',
    format: ['table'],
    handler(this: KeyboardContext, range: Range, { line }: Context) {
      if (line instanceof TableCell) enterInTable(this.quill, range, line);
    },
  },
  'line break': {
    key: 'Enter',
    shiftKey: true,
    format: { 'code-block': false },
    handler(this: KeyboardContext, range: Range) {
      insertLineBreak(this.quill, range);
    },
  },
  'start enter': {
    key: 'Enter',
    format: ['start'],
    handler(this: KeyboardContext, range: Range, context: Context) {
      enterAtStart(this.quill, range, context);
    },
  },
});

/** Follows a range through the user's edits while work on it is pending. The returned function ends that. */
export const trackRange = (quill: Quill, range: Range): (() => Range) => {
  let current = range;
  const follow = (change: Delta) => {
    current = moveRange(current, change);
  };
  quill.on('text-change', follow);
  return () => {
    quill.off('text-change', follow);
    return current;
  };
};

/** Moves a range along with a change of the text. */
const moveRange = ({ index, length }: Range, change: Delta): Range => {
  const start = change.transformPosition(index);
  return new Range(start, change.transformPosition(index + length) - start);
};

// A leading table cell or code block would absorb the text before it.
const startsWithTableOrCode = ({ ops }: Delta): boolean => {
  const { attributes } = ops.find(({ insert }) => typeof insert === 'string' && insert.includes('\n')) ?? {};
  return attributes?.table !== undefined || attributes?.['code-block'] !== undefined;
};

type PasteOptions = { onUnsupported?: (names: readonly string[]) => void };

/** Copies what would be saved, and pastes what the editor supports. */
class PolicyClipboard extends Clipboard {
  private unsupported: readonly string[] = [];
  private isInTableCell = false;

  override onCopy(range: Range, isCut: boolean): { html: string; text: string } {
    const html = writeRichText(this.quill.getContents(range.index, range.length));
    return { html, text: super.onCopy(range, isCut).text };
  }

  override onPaste(range: Range, { text, html }: { text?: string; html?: string }): void {
    if (html && hasInlineImages(html)) {
      const getRange = trackRange(this.quill, range);
      void downscaleInlineImages(html).then((scaled) => this.paste(getRange(), { text, html: scaled }));
    } else this.paste(range, { text, html });
  }

  override convert({ html, text }: { html?: string; text?: string }, current: Record<string, unknown> = {}): Delta {
    this.isInTableCell = current.table !== undefined;
    const cellHtml = this.isInTableCell ? new Option(text).innerHTML.replace(/\r?\n/g, '<br>') : undefined;
    return super.convert({ html: html || cellHtml, text }, current);
  }

  protected override convertHTML(html: string): Delta {
    const pasted = new DOMParser().parseFromString(html, 'text/html');
    markListNumbers(pasted.body);
    this.normalizeHTML(pasted);
    cleanPasted(pasted.body);
    const place = this.isInTableCell ? 'table cell' : 'page';
    const { delta, losses } = readRichText(parseRichText(pasted.body.innerHTML), { place, isPasted: true });
    const noticed = losses.filter((loss) => noticeableLosses.includes(loss));
    this.unsupported = [...findRemovals(pasted.body).filter(isNoticeable), ...noticed];
    return delta;
  }

  private paste(range: Range, content: { text?: string; html?: string }): void {
    const { quill } = this;
    this.unsupported = [];
    // The line at the end of the selection remains.
    const end = Math.min(range.index + range.length, quill.getLength() - 1);
    const pasted = this.convert(content, quill.getFormat(end));
    const [line, offset] = quill.getLine(range.index);
    const preparation = new Delta().retain(range.index).delete(range.length);
    if (offset > 0 && startsWithTableOrCode(pasted)) preparation.insert('\n', line?.formats());
    const delta = preparation.concat(pasted);
    quill.updateContents(delta, 'user');
    quill.setSelection(delta.length() - range.length, 'silent');
    quill.scrollSelectionIntoView();
    (this.options as PasteOptions).onUnsupported?.(this.unsupported);
  }
}

Quill.register({ 'modules/clipboard': PolicyClipboard }, true);

class Editor extends Quill {
  // After a deletion, Quill gives the line that remains the formats of the first one, even those of a table cell.
  override formatLine(index: number, length: number, ...format: unknown[]): Delta {
    if ('table' in Object(format[0]) && this.getFormat(index).table === undefined) return new Delta();
    return super.formatLine(index, length, ...(format as [string, unknown]));
  }
}

/**
 * Creates an editor in `container`. `onFiles` receives pasted and dropped images,
 * `onUnsupported` the names of content that was not pasted.
 */
export const createQuill = ({
  container,
  onFiles,
  onLink,
  onUnsupported,
}: {
  container: HTMLElement;
  onFiles: (index: number, files: File[]) => void;
  onLink: () => void;
} & PasteOptions): Quill =>
  new Editor(container, {
    formats,
    modules: {
      table: true,
      clipboard: { onUnsupported },
      keyboard: { bindings: keyBindings({ onLink }) },
      uploader: {
        mimetypes: ['image/png', 'image/jpeg', 'image/webp', 'image/gif'],
        handler: ({ index }: { index: number }, files: File[]) => onFiles(index, files),
      },
    },
  });

/** Replaces the editor's content and clears the undo history. The caret stays in the text around it. Returns the losses. */
export const writeHtml = (quill: Quill, html: string): string[] => {
  const { delta, losses } = readRichText(parseRichText(html));
  const range = quill.getSelection();
  const before = quill.getContents();
  quill.setContents(delta, 'silent');
  quill.history.clear();
  const caret = moveRange(range ?? quill.selection.savedRange, before.diff(quill.getContents()));
  if (range && (quill.hasFocus() || !quill.isEnabled())) quill.setSelection(caret, 'silent');
  quill.selection.savedRange = caret;
  const isKept = readHtml(quill) === writeRichText(delta);
  return isKept || losses.length > 0 ? losses : ['formatting'];
};

export const readHtml = (quill: Quill): string => writeRichText(quill.getContents());

/** Links the selection, or changes the link around the caret. Without either, the address is inserted. */
export const setLink = (quill: Quill, url: string): void => {
  const { index, length } = quill.getSelection(true);
  const { link } = quill.getFormat(index);
  if (length > 0) quill.format('link', url || false, 'user');
  else if (link) {
    let [start, end] = [index, index];
    while (start > 0 && quill.getFormat(start - 1, 1).link === link) start -= 1;
    while (quill.getFormat(end, 1).link === link) end += 1;
    quill.formatText(start, end - start, 'link', url || false, 'user');
  } else if (url) quill.insertText(index, url, 'link', url, 'user');
};

/** Goes to one of the elements that `listTextElements` names. */
export const selectElement = (quill: Quill, elementIndex: number): void => {
  const element = quill.root.querySelectorAll(textElementSelector)[elementIndex];
  const blot = element && Quill.find(element);
  if (!blot || blot instanceof Quill) return;
  const index = quill.getIndex(blot);
  // In a table, the caret is in its first cell, where the tools for tables are.
  const length = element.localName === 'table' ? 0 : (element.textContent || ' ').length;
  quill.setSelection(index, Math.min(length, blot.length()), 'user');
  quill.scrollSelectionIntoView();
};

/** Runs an edit at the caret, or where it was while a tool has the focus. */
export const editAtCaret = (
  { current: quill }: RefObject<Quill | null>,
  edit: (quill: Quill, index: number) => void,
): void => {
  quill?.focus();
  if (quill) edit(quill, quill.getSelection()?.index ?? quill.getLength() - 1);
};

export type { default as Quill } from 'quill';
