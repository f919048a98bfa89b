import { Button, Group, Modal, Stack } from '@mantine/core';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { useSearchParams } from 'react-router-dom';
import type { RecordOf, Resource } from '#shared/resource/define-resource.ts';
import { texts } from '#shared/texts.ts';
import type { Column } from '../../ui/data-table.tsx';
import { resourceClient } from '../client.ts';
import { reportError } from '../errors.ts';
import { useRecord } from '../hooks.ts';
import { ListPage } from '../list/list-page.tsx';
import { openParam } from '../list/list-state.ts';
import { useCan } from '../session-store.ts';
import { type AddMore, AddMoreCheckbox, useAddMore } from './add-more.tsx';
import { DraftBanner } from './draft-banner.tsx';
import { ResourceFormContext } from './form-context.ts';
import { saveByKey } from './save-by-key.ts';
import { useLeaveGuard } from './use-leave-guard.ts';
import { useResourceForm } from './use-resource-form.tsx';

/** Adds or edits a record in a dialog, which closes only by Cancel, the close icon, or a successful save. */
const FormModal = <R extends Resource>({
  resource,
  record,
  addMore,
  onClose,
  children,
}: {
  resource: R;
  record: RecordOf<R> | null;
  addMore: AddMore;
  onClose: () => void;
  children: ReactNode;
}) => {
  const { form, isSaving, isWaiting, progress, isDirty, draft, submit, ...rest } = useResourceForm({
    client: resourceClient(resource),
    record,
    onSaved: () => (!record && addMore.isOn ? addMore.next() : onClose()),
  });
  useLeaveGuard(isDirty, draft.giveUp);
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
          <form noValidate onSubmit={submit} onKeyDown={saveByKey}>
            <DraftBanner offered={draft.offered} />
            <Stack gap="md">
              {children}
              <Group justify="flex-end" gap="sm">
                {!record && <AddMoreCheckbox addMore={addMore} isDisabled={isSaving} />}
                <Button variant="default" disabled={isSaving} onClick={onClose}>
                  {texts.form.cancel}
                </Button>
                <Button type="submit" data-brand disabled={isSaving}>
                  {isSaving ? 'Saving…' : isWaiting ? 'Reading files…' : texts.form.save}
                </Button>
              </Group>
            </Stack>
          </form>
        </ResourceFormContext>
      </FormProvider>
    </Modal>
  );
};

/** Opens the record that the address asks for, once. */
const useAskedRecord = <R extends Resource>(resource: R, open: (record: RecordOf<R>) => void) => {
  const [search, setSearch] = useSearchParams();
  const can = useCan(resource.name);
  const id = search.get(openParam) ?? undefined;
  const { data, error } = useRecord(resourceClient(resource), id);
  const answer = useEffectEvent(() => {
    if (data && can('update')) open(data);
    if (error) reportError(error);
    setSearch(
      (current) => {
        const next = new URLSearchParams(current);
        next.delete(openParam);
        return next;
      },
      { replace: true },
    );
  });
  useEffect(() => {
    if (id !== undefined && (data || error)) answer();
  }, [id, data, error]);
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
  const addMore = useAddMore();
  const open = (record: RecordOf<R> | null) => {
    opener.current = document.activeElement;
    setEdited({ record });
  };
  useAskedRecord(resource, open);
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
        <FormModal
          key={addMore.round}
          {...{ resource, addMore }}
          record={edited.record}
          onClose={() => setEdited(null)}
        >
          {children}
        </FormModal>
      )}
    </>
  );
};
