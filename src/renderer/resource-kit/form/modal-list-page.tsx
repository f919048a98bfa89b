import { Button, Group, Modal, Stack } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { useSearchParams } from 'react-router-dom';
import type { RecordOf, Resource } from '#shared/resource-kit/define-resource.ts';
import { texts } from '#shared/texts.ts';
import { handleSaveShortcut } from '../../ui/shortcuts.ts';
import type { Column } from '../../ui/table-columns.ts';
import { reportError } from '../errors.ts';
import { useRecord } from '../hooks.ts';
import { ListPage } from '../list/list-page.tsx';
import { newRecord, openRecordParam, parseListParams } from '../list-params.ts';
import { useCan } from '../session-store.ts';
import { AddAnotherCheckbox, type AddAnotherState, useAddAnother } from './add-another.tsx';
import { DraftBanner } from './draft-banner.tsx';
import { Field } from './field.tsx';
import type { FormValues } from './field-props.ts';
import { ResourceFormContext } from './form-context.ts';
import { useResourceForm } from './use-resource-form.ts';
import { useUnsavedChangesGuard } from './use-unsaved-changes-guard.ts';

// Closes only by Cancel, the close icon, or a successful save.
const FormModal = <R extends Resource>({
  resource,
  record,
  initialValues,
  addAnother,
  onClose,
}: {
  resource: R;
  record: RecordOf<R> | null;
  initialValues?: FormValues;
  addAnother: AddAnotherState;
  onClose: () => void;
}) => {
  const { form, isSaving, isReadingFiles, progress, isDirty, draft, submit, ...rest } = useResourceForm({
    resource,
    record,
    initialValues,
    onSaved: () => (!record && addAnother.isChecked ? addAnother.startNext() : onClose()),
  });
  useUnsavedChangesGuard(isDirty, draft.discard);
  const fields = Object.keys(resource.fields);
  return (
    <Modal
      opened
      onClose={onClose}
      size={480}
      title={`${record ? 'Edit' : 'Add'} ${resource.label}`}
      closeOnEscape={false}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close', disabled: isSaving }}
    >
      <FormProvider {...form}>
        <ResourceFormContext
          value={{
            ...{ resource, record: rest.record, isSaving, progress },
            autoFocusName: fields[0],
          }}
        >
          <form noValidate onSubmit={submit} onKeyDown={handleSaveShortcut}>
            <DraftBanner draft={draft.offered} />
            <Stack gap="md">
              {fields.map((name) => (
                <Field key={name} name={name} />
              ))}
              <Group justify="flex-end" gap="sm">
                {!record && <AddAnotherCheckbox addAnother={addAnother} isDisabled={isSaving} />}
                <Button disabled={isSaving} onClick={onClose}>
                  {texts.form.cancel}
                </Button>
                <Button type="submit" variant="brand" disabled={isSaving}>
                  {isSaving ? 'Saving…' : isReadingFiles ? 'Reading files…' : texts.form.save}
                </Button>
              </Group>
            </Stack>
          </form>
        </ResourceFormContext>
      </FormProvider>
    </Modal>
  );
};

type OpenRecord<R extends Resource> = { record: RecordOf<R> | null; initialValues?: FormValues };

// Opens the record in the address once, or a new one with the list's filters as initial values.
const useRecordFromUrl = <R extends Resource>(resource: R, open: (openRecord: OpenRecord<R>) => void) => {
  const [search, setSearch] = useSearchParams();
  const can = useCan(resource.name);
  const requested = search.get(openRecordParam) ?? undefined;
  const isNew = requested === newRecord;
  const { data, error } = useRecord(resource, isNew ? undefined : requested);
  const openRequested = useEffectEvent(() => {
    if (isNew && can('create'))
      open({ record: null, initialValues: parseListParams(resource, search).filters });
    if (data && can('update')) open({ record: data });
    if (error) reportError(error);
    setSearch(
      (current) => {
        const next = new URLSearchParams(current);
        next.delete(openRecordParam);
        return next;
      },
      { replace: true },
    );
  });
  useEffect(() => {
    if (isNew || (requested !== undefined && (data || error))) openRequested();
  }, [requested, isNew, data, error]);
};

/** List whose records are added and edited in a dialog. */
export const ModalListPage = <R extends Resource>({
  resource,
  columns,
}: {
  resource: R;
  columns: Column<RecordOf<R>>[];
}) => {
  const [openRecord, setOpenRecord] = useState<OpenRecord<R> | null>(null);
  const triggerRef = useRef<Element>(null);
  const addAnother = useAddAnother();
  const open = (requested: OpenRecord<R>) => {
    triggerRef.current = document.activeElement;
    setOpenRecord(requested);
  };
  useRecordFromUrl(resource, open);
  useEffect(() => {
    if (!openRecord && triggerRef.current instanceof HTMLElement) triggerRef.current.focus();
  }, [openRecord]);
  return (
    <>
      <ListPage
        resource={resource}
        columns={columns}
        add={() => open({ record: null })}
        edit={(record) => () => open({ record })}
      />
      {openRecord && (
        <FormModal
          key={addAnother.formKey}
          {...{ resource, addAnother }}
          {...openRecord}
          onClose={() => setOpenRecord(null)}
        />
      )}
    </>
  );
};
