import { type RefObject, useState } from 'react';
import { editAtCaret, type Quill } from './rich-text-quill.ts';

/** Position of an image that is selected or next to the caret. */
const findImageIndex = (quill: Quill): number | null => {
  const range = quill.getSelection();
  if (!range) return null;
  const candidates = range.length > 0 ? [range.index] : [range.index, range.index - 1];
  return candidates.find((index) => index >= 0 && isImageAt(quill, index)) ?? null;
};

const isImageAt = (quill: Quill, index: number): boolean => {
  const insert = quill.getContents(index, 1).ops[0]?.insert;
  return typeof insert === 'object' && 'image' in insert;
};

const readDescription = (quill: Quill, index: number): string => String(quill.getFormat(index, 1).alt ?? '');

type DescribedImage = { index: number; description: string };

/** State of the tool that describes the image at the caret, and asks once for each inserted image. */
export const useImageDescription = (quillRef: RefObject<Quill | null>) => {
  const [image, setImage] = useState<DescribedImage | null>(null);
  const [newIndexes, setNewIndexes] = useState<readonly number[]>([]);
  const [isOpen, setIsOpen] = useState(false);

  const show = (quill: Quill, index: number | null): void =>
    setImage(index === null ? null : { index, description: readDescription(quill, index) });

  const ask = (indexes: readonly number[]): void => {
    const [first] = indexes;
    const { current: quill } = quillRef;
    setNewIndexes(indexes);
    setIsOpen(first !== undefined);
    if (!quill || first === undefined) return;
    quill.setSelection(first, 1, 'silent');
    show(quill, first);
  };

  const close = (): void => {
    setNewIndexes([]);
    setIsOpen(false);
    quillRef.current?.focus();
  };

  return {
    /** Asks for a description of the inserted images, one after the other. */
    ask,
    /** Follows the caret. While the popover has the focus, the image stays. */
    follow: (quill: Quill): void => {
      if (quill.hasFocus()) show(quill, findImageIndex(quill));
    },
    tool: {
      current: image?.description ?? null,
      isNew: newIndexes.length > 0,
      isOpen,
      onOpenChange: (isNowOpen: boolean) => (isNowOpen ? setIsOpen(true) : close()),
      onApply: (description: string): void => {
        if (!image) return;
        editAtCaret(quillRef, (quill) => quill.formatText(image.index, 1, 'alt', description, 'user'));
        const [, ...otherIndexes] = newIndexes;
        if (otherIndexes.length > 0) ask(otherIndexes);
        else {
          setImage({ ...image, description });
          close();
        }
      },
    },
  };
};
