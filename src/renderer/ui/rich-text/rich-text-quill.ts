import Quill from 'quill';
import 'quill/dist/quill.core.css';
import type { RefObject } from 'react';
import { formats } from './rich-text-blots.ts';
import { type PasteOptions, PolicyClipboard } from './rich-text-clipboard.ts';
import { toEditableHtml } from './rich-text-html.ts';
import { keyBindings } from './rich-text-keys.ts';

Quill.register({ 'modules/clipboard': PolicyClipboard }, true);

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
  new Quill(container, {
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

/** Replaces the editor's content and clears the undo history. */
export const writeHtml = (quill: Quill, html: string): void => {
  if (!(quill.clipboard instanceof PolicyClipboard)) return;
  quill.setContents(quill.clipboard.read(toEditableHtml(html)), 'silent');
  quill.history.clear();
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
