import { type RefObject, useState } from 'react';
import { editAtCaret, type Quill } from './rich-text-quill.ts';

const isImageAt = (quill: Quill, index: number): boolean =>
  index >= 0 && Object(quill.getContents(index, 1).ops[0]?.insert).image !== undefined;

/** Position of an image that is selected or next to the caret. */
const findImageIndex = (quill: Quill): number | undefined => {
  const range = quill.getSelection();
  if (!range) return undefined;
  const candidates = range.length > 0 ? [range.index] : [range.index, range.index - 1];
  return candidates.find((index) => isImageAt(quill, index));
};

/** State of the tool that describes the image at the caret, and asks once for each inserted image. */
export const useImageDescription = (quillRef: RefObject<Quill | null>) => {
  const [index, setIndex] = useState<number>();
  const [newIndexes, setNewIndexes] = useState<readonly number[]>([]);
  const [isOpen, setIsOpen] = useState(false);

  /** Asks for a description of the inserted images, one after the other. */
  const ask = (indexes: readonly number[]): void => {
    const [first] = indexes;
    setNewIndexes(indexes);
    setIsOpen(first !== undefined);
    if (first === undefined) return;
    quillRef.current?.setSelection(first, 1, 'silent');
    setIndex(first);
  };
  const close = (): void => {
    ask([]);
    quillRef.current?.focus();
  };
  const { current: quill } = quillRef;
  const hasImage = quill !== null && index !== undefined && isImageAt(quill, index);

  return {
    ask,
    /** Follows the caret. While the popover has the focus, the image stays. */
    follow: (editor: Quill): void => {
      if (editor.hasFocus()) setIndex(findImageIndex(editor));
    },
    tool: {
      index,
      /** The description of the image at the caret; null without an image. */
      current: hasImage ? String(quill.getFormat(index, 1).alt ?? '') : null,
      /** Whether the image was just inserted, so that a missing description isn't a choice yet. */
      isNew: newIndexes.length > 0,
      isOpen,
      onOpenChange: (isNowOpen: boolean) => (isNowOpen ? setIsOpen(true) : close()),
      onApply: (description: string): void => {
        if (index === undefined) return;
        editAtCaret(quillRef, (editor) => editor.formatText(index, 1, 'alt', description, 'user'));
        const [, ...otherIndexes] = newIndexes;
        if (otherIndexes.length > 0) ask(otherIndexes);
        else close();
      },
    },
  };
};

export type ImageDescription = ReturnType<typeof useImageDescription>['tool'];
