import { IconPencil } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import type { FileField } from '#shared/resource-kit/fields.ts';
import { platform } from '../../platform/index.ts';
import { collectLocalFiles } from '../../platform/local-files.ts';
import { getDropProps } from '../../ui/drop-props.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { lazyOverlay } from '../../ui/lazy-component.tsx';
import { readWebFiles } from '../../ui/pending-files.ts';
import { createShortcutHandler } from '../../ui/shortcuts.ts';
import { showError } from '../../ui/toasts.tsx';
import { useBusy } from '../../ui/use-busy.ts';
import { getErrorMessage, getFieldErrors, reportError } from '../errors.ts';
import { getRecordTitle } from '../record-paths.ts';
import { usePreload } from '../when-idle.ts';
import { type InlineChange, saveInline, trySaveInline } from './inline-save.ts';
import classes from './inline-value.module.css';

const loadEditor = async () => (await import('./inline-editor.tsx')).InlineEditor;
const InlineEditor = lazyOverlay(loadEditor);

const buttonSelector = '[data-inline-edit], [data-inline-edit-button] button';

/** Focuses the value that can be edited before or after one, or its own if there is none. */
const focusNext = (place: Element, offset: number): void => {
  const buttons = [...(place.closest('tbody, dl')?.querySelectorAll<HTMLElement>(buttonSelector) ?? [])];
  const index = buttons.findIndex((button) => place.contains(button));
  (buttons[index + offset] ?? buttons[index])?.focus();
};

type InlineProps = { resource: Resource; name: string; record: AnyRecord; children: ReactNode };

/** `record`: the version that the user began to edit. `input`: the rejected value, with its `error`. */
type Edit = { record: AnyRecord; input?: unknown; error: string | null };

/**
 * A value that a click, Enter or E edits where it is shown: in a list row, or in a block with an Edit button.
 * Enter saves, Escape cancels, Tab saves and goes to the next one.
 */
export const InlineValue = ({
  resource,
  name,
  record,
  isBlock = false,
  onSave = (change) => saveInline(resource, change),
  children,
}: InlineProps & {
  isBlock?: boolean;
  /** Saves a value of a part of a record. */
  onSave?: (change: InlineChange) => Promise<void>;
}) => {
  const label = `${resource.fields[name]?.label} of ${getRecordTitle(resource, record)}`;
  const [edit, setEdit] = useState<Edit | null>(null);
  const place = useRef<HTMLDivElement>(null);
  /** Offset of the value that gets the focus after editing: 0 is this one. */
  const nextFocus = useRef<-1 | 0 | 1 | null>(null);
  usePreload(loadEditor);
  useEffect(() => {
    const { current } = place;
    if (edit || nextFocus.current === null || !current) return;
    focusNext(current, nextFocus.current);
    nextFocus.current = null;
  }, [edit]);
  const open = () => setEdit({ record, error: null });
  const close = (focus: -1 | 0 | 1 | null) => {
    nextFocus.current = focus;
    setEdit(null);
  };
  const save = async (change: InlineChange, input: unknown, focus: -1 | 0 | 1 | null) => {
    close(focus);
    try {
      await onSave(change);
      for (const file of collectLocalFiles(change.values)) platform.files.release(file);
    } catch (error) {
      const message = getFieldErrors(error).find(({ field }) => field === name)?.message;
      if (message === undefined || !place.current) reportError(error);
      if (place.current) setEdit({ record: change.record, input, error: message ?? getErrorMessage(error) });
    }
  };
  const content = edit ? (
    <InlineEditor
      {...{ resource, name, label, isBlock, ...edit }}
      onSave={(values, input, focus) => void save({ record: edit.record, values }, input, focus)}
      onCancel={() => close(0)}
    />
  ) : isBlock ? (
    <>
      <div className={classes.content}>{children}</div>
      <span data-inline-edit-button className={classes.pencil}>
        <IconButton isSmall label={`Edit ${label}`} tooltip="Edit" icon={<IconPencil size="1rem" />} onClick={open} />
      </span>
    </>
  ) : (
    <button
      type="button"
      data-inline-edit
      className={classes.value}
      title={`Edit ${label}`}
      onClick={open}
      onKeyDown={createShortcutHandler({ editRow: open })}
    >
      {children}
    </button>
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside is for the keyboard
    // biome-ignore lint/a11y/useKeyWithClickEvents: the button inside is for the keyboard
    <div
      ref={place}
      className={isBlock ? classes.block : classes.cell}
      data-editing={edit !== null || undefined}
      onClick={(event) => {
        event.stopPropagation();
        const { target } = event;
        const isText = isBlock && target instanceof Element && !target.closest('a, button, input, video, audio');
        if (!edit && isText && window.getSelection()?.isCollapsed !== false) open();
      }}
    >
      {content}
    </div>
  );
};

/** Shows a file of a record, which one that is dropped or pasted there replaces. */
export const FileDropTarget = ({ resource, name, record, field, children }: InlineProps & { field: FileField }) => {
  const [isBusy, track] = useBusy();
  const replace = async (data: DataTransfer) => {
    const files = data.files.length > 0 ? [...data.files] : readWebFiles(data, showError);
    if (files.length === 0) return;
    if (files.length > 1) return void showError('Drop one file at a time');
    const [result] = await platform.files.add({ kind: field.kind, files });
    if (!result) return;
    if ('error' in result) return void showError(result.error);
    const { notifyMetadataRemoval } = await import('../kinds/file-input.tsx');
    void notifyMetadataRemoval(result.file);
    await trySaveInline(resource, { record, values: { [name]: result.file } });
    platform.files.release(result.file);
  };
  const start = (data: DataTransfer) => void track(replace(data).catch(reportError));
  return (
    <div
      className={classes.dropTarget}
      aria-busy={isBusy}
      {...(!isBusy && getDropProps(({ dataTransfer }) => start(dataTransfer)))}
      onPaste={(event) => {
        if (event.clipboardData.files.length === 0 || isBusy) return;
        event.preventDefault();
        start(event.clipboardData);
      }}
    >
      {children}
    </div>
  );
};
