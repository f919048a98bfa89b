import { Button, Group, Popover, Stack } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { platform } from '../../platform/index.ts';
import { collectLocalFiles, hasToJSON } from '../../platform/local-files.ts';
import { CellMessage, type CommitDirection } from '../../ui/grid/cell-editor.tsx';
import { waitForPendingFiles } from '../../ui/pending-files.ts';
import { createShortcutHandler } from '../../ui/shortcuts.ts';
import { getEditing, validateValue } from '../kinds/inputs.tsx';
import { createFieldColumn, isEditable } from '../sheet/field-column.tsx';
import { useUnsavedChangesGuard } from '../use-unsaved-changes-guard.ts';
import classes from './inline-value.module.css';

type EditorProps = {
  resource: Resource;
  name: string;
  record: AnyRecord;
  label: string;
  /** Rejected input to correct. */
  input?: unknown;
  error: string | null;
  onSave: (values: Record<string, unknown>, input: unknown, focus: -1 | 0 | 1 | null) => void;
  onCancel: () => void;
};

const focusAfter: Record<CommitDirection, -1 | 0 | 1 | null> = { down: 0, right: 1, left: -1, stay: null };

/** Edits a value as a cell of a sheet, with the error below it. */
const CellInput = ({ resource, name, record, label, input, error, onSave, onCancel }: EditorProps) => {
  const column = useMemo(() => createFieldColumn<AnyRecord>(resource, name), [resource, name]);
  const [message, setMessage] = useState(error);
  const text = typeof input === 'string' ? input : column.getText(record);
  return (
    <Popover opened={message !== null} position="bottom-start" offset={4} shadow="md">
      <Popover.Target>
        <div className={classes.frame} data-numeric={column.isNumeric || undefined}>
          {column.renderEditor?.(record, {
            label,
            initialText: text,
            isTextSelected: error === null,
            isNumeric: column.isNumeric === true,
            isInvalid: message !== null,
            onCancel,
            onCommit: (typed, direction, choice) => {
              const parsed = column.parse(record, typed, choice);
              if ('error' in parsed) {
                setMessage(String(parsed.error));
                return false;
              }
              onSave(parsed, typed, focusAfter[direction]);
              return true;
            },
          })}
        </div>
      </Popover.Target>
      <Popover.Dropdown p="xs" maw="20rem" role="presentation">
        {message !== null && <CellMessage isAlert>{message}</CellMessage>}
      </Popover.Dropdown>
    </Popover>
  );
};

/** Edits a value that needs more than a line, with the input of forms. */
const FormInput = ({ resource, name, record, input, error, onSave, onCancel }: EditorProps) => {
  const field = resource.fields[name];
  const [value, setValue] = useState<unknown>(input ?? record[name] ?? null);
  const [message, setMessage] = useState(error ?? undefined);
  const unknownText = useRef('');
  const isDirty = value !== (record[name] ?? null);
  useUnsavedChangesGuard(isDirty, () => {});
  const element = useRef<{ focus: () => void }>(null);
  useEffect(() => element.current?.focus(), []);
  if (!field) return null;
  const { Input } = getEditing(field);
  const cancel = () => {
    for (const file of collectLocalFiles({ value })) platform.files.release(file);
    onCancel();
  };
  const save = async () => {
    await waitForPendingFiles();
    const invalid = unknownText.current || validateValue(field, value);
    if (invalid) setMessage(invalid);
    else onSave({ [name]: hasToJSON(value) ? value.toJSON() : value }, value, 0);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles the keys of the input inside
    <div
      className={classes.form}
      onKeyDown={(event) => {
        createShortcutHandler({ save: () => void save() })(event);
        if (event.key === 'Escape' && !isDirty) cancel();
      }}
    >
      <Stack gap="sm">
        <Input
          field={field}
          name={name}
          value={value}
          error={message}
          form={{ resource, record, fileSource: record, isSaving: false, progress: null }}
          readValue={(other) => record[other]}
          onChange={(next) => {
            setMessage(undefined);
            setValue(next);
          }}
          onBlur={() => {}}
          onError={setMessage}
          onUnknownText={(text) => {
            unknownText.current = text;
          }}
          ref={(next) => {
            element.current = next;
          }}
        />
        <Group gap="sm" justify="flex-end">
          <Button onClick={cancel}>Cancel</Button>
          <Button variant="brand" onClick={() => void save()}>
            Save
          </Button>
        </Group>
      </Stack>
    </div>
  );
};

/** `isBlock`: there is room for more than a line. */
export const InlineEditor = ({ isBlock, ...props }: EditorProps & { isBlock: boolean }) => {
  const field = props.resource.fields[props.name];
  const isLong = field && (!isEditable(field) || ('isMultiline' in field && field.isMultiline));
  return isBlock && isLong ? <FormInput {...props} /> : <CellInput {...props} />;
};
