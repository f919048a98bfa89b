import Quill, { Delta } from 'quill';
import 'quill/dist/quill.core.css';
import type { RefObject } from 'react';
import { formats } from './rich-text-blots.ts';
import { type PasteOptions, PolicyClipboard } from './rich-text-clipboard.ts';
import { keyBindings } from './rich-text-keys.ts';
import { parseRichText, readRichText } from './rich-text-reader.ts';
import { writeRichText } from './rich-text-writer.ts';
import { moveRange } from './track-range.ts';

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

/** Runs an edit at the caret, or where it was while a tool has the focus. */
export const editAtCaret = (
  { current: quill }: RefObject<Quill | null>,
  edit: (quill: Quill, index: number) => void,
): void => {
  quill?.focus();
  if (quill) edit(quill, quill.getSelection()?.index ?? quill.getLength() - 1);
};

export type { default as Quill } from 'quill';
