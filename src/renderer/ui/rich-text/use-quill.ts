import QuillClass, { type Op, Parchment, Range } from 'quill';
import { useEffect, useRef, useState } from 'react';
import { formatList } from '#shared/resource-kit/labels.ts';
import classes from './rich-text.module.css';
import type { Formats } from './rich-text-dom.ts';
import { pickImages, readDroppedImages } from './rich-text-image.ts';
import { useImageDescription } from './rich-text-popovers.tsx';
import { createQuill, type Quill, readHtml, trackRange, writeHtml } from './rich-text-quill.ts';
import { findRemovalsInHtml } from './sanitize-rich-text.ts';

type PendingImages = ReturnType<typeof pickImages>;

const isImage = ({ insert }: Op) => typeof insert === 'object' && 'image' in insert;

/** Mounts Quill with one text, whose value stays identical until the user edits it. */
export const useQuill = ({
  value,
  attributes,
  isDisabled,
  onChange,
  onBlur,
  onLink,
  onImageAdd,
}: {
  value: string;
  attributes: Record<string, string>;
  isDisabled: boolean;
  onChange: (html: string) => void;
  onBlur?: () => void;
  onLink: () => void;
  onImageAdd?: () => void;
}) => {
  const host = useRef<HTMLDivElement>(null);
  const quillRef = useRef<Quill>(null);
  const shownValue = useRef<string>(null);
  // The loaded text and its HTML in the editor; undoing all edits restores the exact loaded text.
  const loaded = useRef({ value: '', exported: '' });
  const { ask: askForDescriptions, follow, tool } = useImageDescription(quillRef);
  const latestHandlers = { onChange, onBlur, onLink, onImageAdd, askForDescriptions, follow };
  const handlers = useRef(latestHandlers);
  handlers.current = latestHandlers;
  const [formats, setFormats] = useState<Formats>({});
  const [losses, setLosses] = useState<readonly string[]>([]);
  const [notices, setNotices] = useState<readonly string[]>([]);

  /** Inserts images where the range is once they are read. */
  const insertImages = async (quill: Quill, range: Range, pending: PendingImages): Promise<void> => {
    const getRange = trackRange(quill, range);
    const { images, errors } = await pending;
    const { index } = getRange();
    for (const [offset, dataUrl] of images.entries()) quill.insertEmbed(index + offset, 'image', dataUrl, 'user');
    if (images.length > 0) quill.setSelection(index + images.length, 0, 'user');
    handlers.current.askForDescriptions(images.map((_, offset) => index + offset));
    setNotices(errors);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor is created once
  useEffect(() => {
    const container = document.createElement('div');
    container.className = classes.editable ?? '';
    host.current?.append(container);
    const quill = createQuill({
      container,
      onFiles: (index, files) => void insertImages(quill, new Range(index), readDroppedImages(files)),
      onLink: () => handlers.current.onLink(),
      onUnsupported: (names) => setNotices(names.length > 0 ? [`Not pasted: ${formatList(names)}`] : []),
    });
    quill.on('text-change', ({ ops }, _old, source) => {
      if (source !== 'user') return;
      if (ops.some(isImage)) handlers.current.onImageAdd?.();
      const html = readHtml(quill);
      shownValue.current = html === loaded.current.exported ? loaded.current.value : html;
      // Undoing a paste also clears its messages.
      if (html === '' || html === loaded.current.exported) setNotices([]);
      handlers.current.onChange(shownValue.current);
    });
    // Unlike 'editor-change', this is also emitted when a format is toggled at the caret.
    quill.on('scroll-optimize', () => {
      const [range] = quill.selection.getRange();
      if (range) setFormats(quill.getFormat(range));
    });
    quill.on('editor-change', () => handlers.current.follow(quill));
    quill.root.addEventListener('click', ({ target }) => {
      const blot = target instanceof HTMLImageElement && QuillClass.find(target);
      if (blot instanceof Parchment.EmbedBlot) quill.setSelection(quill.getIndex(blot), 1, 'user');
    });
    quill.on('selection-change', (range) => range && setFormats(quill.getFormat(range)));
    // The browser would put the caret at the start of a text that was replaced meanwhile.
    quill.root.addEventListener('focus', () => quill.setSelection(quill.selection.savedRange, 'silent'));
    quill.root.addEventListener('blur', () => handlers.current.onBlur?.());
    quillRef.current = quill;
    shownValue.current = null;
    return () => {
      container.remove();
      quillRef.current = null;
    };
  }, []);

  useEffect(() => {
    const quill = quillRef.current;
    if (!quill || shownValue.current === value) return;
    const newLosses = writeHtml(quill, value);
    shownValue.current = value;
    loaded.current = { value, exported: readHtml(quill) };
    setLosses([...findRemovalsInHtml(value), ...newLosses]);
    setNotices([]);
  }, [value]);

  useEffect(() => {
    const quill = quillRef.current;
    if (!quill) return;
    // Quill reacts to every change of an attribute, even to the same value.
    if (quill.isEnabled() === isDisabled) quill.enable(!isDisabled);
    for (const [name, content] of Object.entries(attributes)) {
      if (quill.root.getAttribute(name) !== content) quill.root.setAttribute(name, content);
    }
  });

  return {
    host,
    quill: quillRef,
    formats,
    description: tool,
    /** Content of the loaded text that the editor can't represent. */
    losses,
    /** Messages about pasted content and files that weren't inserted. */
    notices,
    dismissNotices: () => setNotices([]),
    insertPickedImages: async () => {
      const { current: quill } = quillRef;
      if (!quill) return;
      const pending = pickImages();
      await insertImages(
        quill,
        quill.selection.savedRange,
        pending.finally(() => quill.focus()),
      );
    },
  };
};
