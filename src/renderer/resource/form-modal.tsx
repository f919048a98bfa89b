import { Button, Group, Modal, Stack } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import type { RecordOf, Resource } from '#shared/resource/define-resource.ts';
import { texts } from '#shared/texts.ts';
import type { Column } from '../ui/data-table.tsx';
import { ResourceFormContext } from './form-context.ts';
import { ListPage } from './list-page.tsx';
import { useLeaveGuard } from './use-leave-guard.ts';
import { useResourceForm } from './use-resource-form.tsx';

/** Adds or edits a record in a dialog, which closes only by Cancel, the close icon, or a successful save. */
const FormModal = <R extends Resource>({
  resource,
  record,
  onClose,
  children,
}: {
  resource: R;
  record: RecordOf<R> | null;
  onClose: () => void;
  children: ReactNode;
}) => {
  const { form, isSaving, progress, isDirty, submit, ...rest } = useResourceForm({
    resource,
    record,
    onSaved: onClose,
  });
  useLeaveGuard(isDirty);
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
          value={{ record: rest.record, isSaving, progress, autoFocusName: Object.keys(resource.fields)[0] }}
        >
          <form noValidate onSubmit={submit}>
            <Stack gap="md">
              {children}
              <Group justify="flex-end" gap="sm">
                <Button variant="default" disabled={isSaving} onClick={onClose}>
                  {texts.form.cancel}
                </Button>
                <Button type="submit" data-brand disabled={isSaving}>
                  {isSaving ? 'Saving…' : texts.form.save}
                </Button>
              </Group>
            </Stack>
          </form>
        </ResourceFormContext>
      </FormProvider>
    </Modal>
  );
};

/** A list whose records are added and edited in a dialog; `children` are the dialog's fields. */
export const ModalListPage = <R extends Resource>({
  resource,
  columns,
  children,
}: {
  resource: R;
  columns: Column<RecordOf<R>>[];
  children: ReactNode;
}) => {
  const [edited, setEdited] = useState<{ record: RecordOf<R> | null } | null>(null);
  const opener = useRef<Element>(null);
  const open = (record: RecordOf<R> | null) => {
    opener.current = document.activeElement;
    setEdited({ record });
  };
  useEffect(() => {
    if (!edited && opener.current instanceof HTMLElement) opener.current.focus();
  }, [edited]);
  return (
    <>
      <ListPage
        resource={resource}
        columns={columns}
        add={() => open(null)}
        edit={(record) => () => open(record)}
      />
      {edited && (
        <FormModal resource={resource} record={edited.record} onClose={() => setEdited(null)}>
          {children}
        </FormModal>
      )}
    </>
  );
};
