import { Button, Group, Modal, Stack } from '@mantine/core';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { useSearchParams } from 'react-router-dom';
import type { RecordOf, Resource } from '#shared/resource/define-resource.ts';
import { texts } from '#shared/texts.ts';
import type { Column } from '../../ui/table-columns.ts';
import { reportError } from '../errors.ts';
import { useRecord } from '../hooks.ts';
import { ListPage } from '../list/list-page.tsx';
import { newRecord, openParam, readListState } from '../list-state.ts';
import { useCan } from '../session-store.ts';
import { type AddMore, AddMoreCheckbox, useAddMore } from './add-more.tsx';
import { DraftBanner } from './draft-banner.tsx';
import type { FormValues } from './field-props.ts';
import { ResourceFormContext } from './form-context.ts';
import { saveByKey } from './save-by-key.ts';
import { useLeaveGuard } from './use-leave-guard.ts';
import { useResourceForm } from './use-resource-form.tsx';

// Closes only by Cancel, the close icon, or a successful save.
const FormModal = <R extends Resource>({
  resource,
  record,
  initial,
  addMore,
  onClose,
  children,
}: {
  resource: R;
  record: RecordOf<R> | null;
  initial?: FormValues;
  addMore: AddMore;
  onClose: () => void;
  children: ReactNode;
}) => {
  const { form, isSaving, isWaiting, progress, isDirty, draft, submit, ...rest } = useResourceForm({
    resource,
    record,
    initial,
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
          value={{
            ...{ resource, record: rest.record, isSaving, progress },
            autoFocusName: Object.keys(resource.fields)[0],
          }}
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

type Edited<R extends Resource> = { record: RecordOf<R> | null; initial?: FormValues };

// Opens the record in the address once, or a new one with the list's filters as initial values.
const useAskedRecord = <R extends Resource>(resource: R, open: (edited: Edited<R>) => void) => {
  const [search, setSearch] = useSearchParams();
  const can = useCan(resource.name);
  const asked = search.get(openParam) ?? undefined;
  const isNew = asked === newRecord;
  const { data, error } = useRecord(resource, isNew ? undefined : asked);
  const answer = useEffectEvent(() => {
    if (isNew && can('create')) open({ record: null, initial: readListState(resource, search).filters });
    if (data && can('update')) open({ record: data });
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
    if (isNew || (asked !== undefined && (data || error))) answer();
  }, [asked, isNew, data, error]);
};

/** List whose records are added and edited in a dialog; `children` are the dialog's fields. */
export const ModalListPage = <R extends Resource>({
  resource,
  columns,
  children,
}: {
  resource: R;
  columns: Column<RecordOf<R>>[];
  children: ReactNode;
}) => {
  const [edited, setEdited] = useState<Edited<R> | null>(null);
  const opener = useRef<Element>(null);
  const addMore = useAddMore();
  const open = (asked: Edited<R>) => {
    opener.current = document.activeElement;
    setEdited(asked);
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
        add={() => open({ record: null })}
        edit={(record) => () => open({ record })}
      />
      {edited && (
        <FormModal key={addMore.round} {...{ resource, addMore }} {...edited} onClose={() => setEdited(null)}>
          {children}
        </FormModal>
      )}
    </>
  );
};
