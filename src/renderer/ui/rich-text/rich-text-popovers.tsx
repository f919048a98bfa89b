import { Button, Checkbox, Group, Popover, Stack, TextInput, type TextInputProps, UnstyledButton } from '@mantine/core';
import { IconAlt, IconLink } from '@tabler/icons-react';
import { type ComponentType, type ReactNode, type RefObject, useState } from 'react';
import { richTextPolicy } from '#shared/rich-text.ts';
import classes from './rich-text-frame.module.css';
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
      hasImage,
      /** The description of the image at the caret; undefined until the author has decided. */
      current: hasImage ? (quill.getFormat(index, 1).alt as string | undefined) : undefined,
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

type OpenState = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void };

// A tool with a form. Unapplied input is dropped when it closes.
const PopoverTool = ({
  label,
  Icon,
  isPressed,
  isDisabled = false,
  isOpen,
  onOpenChange,
  children,
}: OpenState & {
  label: string;
  Icon: ComponentType<{ size: string }>;
  isPressed?: boolean;
  isDisabled?: boolean;
  children: ReactNode;
}) => (
  <Popover opened={isOpen} onChange={onOpenChange} trapFocus returnFocus={false} withinPortal width={320}>
    <Popover.Target>
      <UnstyledButton
        className={classes.tool}
        aria-label={label}
        aria-pressed={isPressed}
        disabled={isDisabled}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => onOpenChange(!isOpen)}
      >
        <Icon size="1.125rem" />
      </UnstyledButton>
    </Popover.Target>
    <Popover.Dropdown aria-label={label}>
      <Stack gap="sm">{children}</Stack>
    </Popover.Dropdown>
  </Popover>
);

// The form of the next inserted image takes the place of the one with the focus.
const focusOnMount = (input: HTMLInputElement | null) => input?.focus({ preventScroll: true });

const TextField = ({ onEnter, ...props }: TextInputProps & { onEnter: () => void }) => (
  <TextInput
    {...props}
    ref={focusOnMount}
    onKeyDown={(event) => {
      if (event.key !== 'Enter') return;
      // Enter would otherwise submit the surrounding form.
      event.preventDefault();
      onEnter();
    }}
  />
);

const normalizeUrl = (inputValue: string): string => {
  const trimmed = inputValue.trim();
  if (trimmed === '' || richTextPolicy.linkTarget.test(trimmed)) return trimmed;
  return /^[^\s@/]+@[^\s@/.]+(?:\.[^\s@/.]+)+$/.test(trimmed) ? `mailto:${trimmed}` : `https://${trimmed}`;
};

type LinkProps = { current: string; onApply: (url: string) => void };

const LinkForm = ({ current, onApply }: LinkProps) => {
  const [inputValue, setInputValue] = useState(current);
  const apply = () => onApply(normalizeUrl(inputValue));
  return (
    <>
      <TextField
        label="URL"
        placeholder="https://"
        value={inputValue}
        data-autofocus
        onChange={(event) => setInputValue(event.currentTarget.value)}
        onEnter={apply}
      />
      <Group justify="flex-end" gap="xs">
        {current !== '' && (
          <Button size="xs" onClick={() => onApply('')}>
            Remove link
          </Button>
        )}
        <Button variant="brand" size="xs" onClick={apply}>
          Apply
        </Button>
      </Group>
    </>
  );
};

export const LinkTool = ({ current, onApply, ...state }: LinkProps & OpenState) => (
  <PopoverTool {...state} label="Link" Icon={IconLink} isPressed={current !== ''}>
    <LinkForm
      current={current}
      onApply={(url) => {
        state.onOpenChange(false);
        onApply(url);
      }}
    />
  </PopoverTool>
);

const DescriptionForm = ({ current, onApply }: Pick<ImageDescription, 'current' | 'onApply'>) => {
  const [inputValue, setInputValue] = useState(current ?? '');
  const [isDecorative, setIsDecorative] = useState(current === '');
  const description = isDecorative ? '' : inputValue.trim();
  const canApply = isDecorative || description !== '';
  const apply = () => canApply && onApply(description);
  return (
    <>
      <TextField
        label="Image description"
        description="What the image shows, for people who can’t see it"
        value={inputValue}
        disabled={isDecorative}
        maxLength={500}
        data-autofocus={!isDecorative || undefined}
        onChange={(event) => setInputValue(event.currentTarget.value)}
        onEnter={apply}
      />
      <Checkbox
        label="Decorative"
        description="Screen readers skip it"
        checked={isDecorative}
        data-autofocus={isDecorative || undefined}
        onChange={(event) => setIsDecorative(event.currentTarget.checked)}
      />
      <Group justify="flex-end" gap="xs">
        <Button variant="brand" size="xs" disabled={!canApply} onClick={apply}>
          Apply
        </Button>
      </Group>
    </>
  );
};

/** Describes an image of the text for people who can't see it. An image with an empty description is decorative. */
export const DescriptionTool = ({ current, hasImage, index, onApply, ...state }: ImageDescription) => (
  <PopoverTool {...state} label="Image description" Icon={IconAlt} isDisabled={!hasImage}>
    <DescriptionForm key={index} current={current} onApply={onApply} />
  </PopoverTool>
);
