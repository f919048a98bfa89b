import { Combobox, Popover, Text, useCombobox } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type ComponentProps, type KeyboardEvent, useRef, useState } from 'react';
import type { SelectOption } from '#shared/api.ts';
import { distinguishOptions, matchOptions, OptionText } from '../search-select.tsx';
import { createShortcutHandler } from '../shortcuts.ts';
import { useOnChange } from '../use-on-change.ts';
import classes from './grid.module.css';
import { cellMessageId } from './use-grid.ts';

export type CommitDirection = 'down' | 'right' | 'left' | 'stay';

/** The options that an editor showed, and the one that the user chose. */
export type CellChoice = { options: readonly SelectOption[]; chosen: string | undefined };

export type CellEditorProps = {
  label: string;
  initialText: string;
  /** Whether typing replaces the text. */
  isTextSelected?: boolean;
  isNumeric: boolean;
  isInvalid: boolean;
  /** Returns false for invalid text, which keeps the editor open. */
  onCommit: (text: string, direction: CommitDirection, choice?: CellChoice) => boolean;
  onCancel: () => void;
};

/** The direction in which a key ends an edit; null for any other key. */
const getCommitDirection = ({ key, shiftKey }: KeyboardEvent): CommitDirection | null => {
  if (key === 'Enter') return 'down';
  if (key !== 'Tab') return null;
  return shiftKey ? 'left' : 'right';
};

/** The input of a cell, which ends the edit once: with Enter, Tab, Escape, the save shortcut or when it loses the focus. */
const useCellInput = ({
  label,
  isInvalid,
  isTextSelected = false,
  onCommit,
  onCancel,
}: Pick<CellEditorProps, 'label' | 'isInvalid' | 'isTextSelected' | 'onCancel'> & {
  onCommit: (direction: CommitDirection, chosen?: string) => boolean;
}) => {
  const ref = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const isDone = useRef(false);
  const finish = (direction: CommitDirection, chosen?: string) => {
    if (!isDone.current) isDone.current = onCommit(direction, chosen);
  };
  const handleKey = (event: KeyboardEvent<HTMLElement>, onDirection: (direction: CommitDirection) => void) => {
    createShortcutHandler({ save: () => finish('stay') })(event);
    // A save shortcut reaches the form once the text is accepted; other keys must not reach the grid.
    if (!isDone.current) event.stopPropagation();
    const direction = getCommitDirection(event);
    if (event.key === 'Escape') {
      isDone.current = true;
      onCancel();
    } else if (direction) {
      event.preventDefault();
      onDirection(direction);
    }
  };
  const inputProps = {
    ref,
    'aria-label': label,
    'aria-invalid': isInvalid,
    'aria-describedby': isInvalid ? cellMessageId : undefined,
    onBlur: () => finish('stay'),
  };
  const focus = (length: number) => {
    // Keys that were held until the input has the focus change the selected text.
    ref.current?.setSelectionRange(isTextSelected ? 0 : length, length);
    ref.current?.focus();
  };
  return { ref, focus, finish, handleKey, inputProps };
};

/** Edits one cell in an uncontrolled input, so that typing re-renders nothing else. */
export const CellEditor = ({
  initialText,
  isNumeric,
  isMultiline = false,
  onCommit,
  ...props
}: CellEditorProps & { isMultiline?: boolean }) => {
  const { ref, focus, finish, handleKey, inputProps } = useCellInput({
    ...props,
    onCommit: (direction) => onCommit(ref.current?.value ?? '', direction),
  });
  useOnChange([initialText], () => focus(initialText.length));
  const Input = isMultiline ? 'textarea' : 'input';
  return (
    <Input
      {...inputProps}
      className={isMultiline ? `${classes.editor} ${classes.multiline}` : classes.editor}
      defaultValue={initialText}
      inputMode={isNumeric ? 'decimal' : 'text'}
      onKeyDown={(event: KeyboardEvent<HTMLElement>) => {
        const isLineBreak = isMultiline && event.key === 'Enter' && (event.shiftKey || event.altKey);
        if (isLineBreak) event.stopPropagation();
        else handleKey(event, finish);
      }}
    />
  );
};

/** Says why a cell is invalid. A cell refers to it when it takes the focus; an open editor has the focus. */
export const CellMessage = ({ isAlert, children }: { isAlert: boolean; children: string }) => (
  <Text id={cellMessageId} fz="0.8125rem" c="var(--bo-danger)" role={isAlert ? 'alert' : undefined}>
    {children}
  </Text>
);

const belowDialogs = 150;

/** The message of the active cell, and a value that would correct it. */
export const CellMessagePopover = ({
  fix,
  ...message
}: ComponentProps<typeof CellMessage> & { fix: { label: string; apply: () => void } | undefined }) => (
  <Popover
    opened
    withRoles={false}
    zIndex={belowDialogs}
    position="bottom-end"
    offset={4}
    middlewares={{ flip: true, shift: true }}
  >
    <Popover.Target>
      <span className={classes.messageAnchor} />
    </Popover.Target>
    <Popover.Dropdown
      className={classes.message}
      role="presentation"
      // The focus stays in the cell, and a click here is none on the cell.
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
    >
      <IconAlertTriangle size="1rem" color="var(--bo-danger)" aria-hidden />
      <div>
        <CellMessage {...message} />
        {fix && (
          <button type="button" tabIndex={-1} aria-keyshortcuts="Alt+Enter" className={classes.fix} onClick={fix.apply}>
            {fix.label}
          </button>
        )}
      </div>
    </Popover.Dropdown>
  </Popover>
);

const maxOptionsShown = 100;

/** Edits one cell whose value is one of `options`: by typing a part of the label, or by choosing. */
export const OptionEditor = ({
  initialText,
  options,
  value,
  nothingFound,
  hint,
  onSearch,
  onCommit,
  ...props
}: Omit<CellEditorProps, 'isNumeric'> & {
  options: readonly SelectOption[];
  value: string | null;
  nothingFound: string;
  /** Shown above the options. */
  hint?: string | undefined;
  /** Called with the typed text. */
  onSearch?: (text: string) => void;
}) => {
  const currentLabel = options.find((option) => option.value === value)?.label ?? '';
  const [text, setText] = useState(initialText);
  const { focus, finish, handleKey, inputProps } = useCellInput({
    ...props,
    onCommit: (direction, chosen) => onCommit(text, direction, { options, chosen }),
  });
  const submitDirection = useRef<CommitDirection>('down');
  const combobox = useCombobox({ defaultOpened: true });
  const isTyped = text !== currentLabel;
  const all = distinguishOptions(options);
  const matches = matchOptions({ options: all, search: isTyped ? text : '', limit: maxOptionsShown });
  useOnChange([], () => {
    focus(initialText.length);
    if (isTyped) onSearch?.(text);
  });
  const { selectFirstOption, updateSelectedOptionIndex } = combobox;
  useOnChange([text, options.length], () => {
    if (isTyped && text.trim() !== '') selectFirstOption();
    else updateSelectedOptionIndex('active');
  });
  return (
    <Combobox
      store={combobox}
      width="max-content"
      position="bottom-start"
      onOptionSubmit={(chosen) => finish(submitDirection.current, chosen)}
    >
      <Combobox.Target>
        <input
          {...inputProps}
          className={classes.editor}
          value={text}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            onSearch?.(currentTarget.value);
            combobox.openDropdown();
          }}
          onKeyDown={(event) =>
            handleKey(event, (direction) => {
              submitDirection.current = direction;
              const isOptionSelected =
                text.trim() !== '' && combobox.dropdownOpened && combobox.getSelectedOptionIndex() >= 0;
              if (isOptionSelected) combobox.clickSelectedOption();
              else finish(direction);
            })
          }
        />
      </Combobox.Target>
      <Combobox.Dropdown miw="10rem" maw="24rem">
        {hint && <Combobox.Header>{hint}</Combobox.Header>}
        <Combobox.Options mah="16rem" style={{ overflowY: 'auto' }}>
          {matches.map((option) => (
            <Combobox.Option key={option.value} value={option.value} active={option.value === value}>
              <OptionText option={option} />
            </Combobox.Option>
          ))}
          {matches.length === 0 && <Combobox.Empty>{nothingFound}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
};
