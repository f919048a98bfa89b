import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { RecordOf, Resource } from '#shared/resource-kit/define-resource.ts';
import type { Column } from '../../ui/table-columns.ts';
import { reportError } from '../errors.ts';
import { recordQuery, useRecord } from '../hooks.ts';
import { setRelatedRecord } from '../kinds/related-record.tsx';
import { ListPage } from '../list/list-page.tsx';
import { copyOfParam, newRecord, openRecordParam, parseListParams, queuedParam, withParams } from '../list-params.ts';
import { queryClient } from '../query-client.ts';
import { useCan } from '../session-store.ts';
import { useRecordCopy } from './copy-record.ts';
import { FormModal } from './form-modal.tsx';
import { useAddAnother } from './form-parts.tsx';
import type { FormValues } from './form-values.ts';

setRelatedRecord(async () => (await import('./form-modal.tsx')).RelatedRecord);

type OpenRecord<R extends Resource> = {
  record: RecordOf<R> | null;
  /** Id of the record that the new one is a copy of. */
  copyOf?: string;
  initialValues?: FormValues;
  queuedId?: string;
};

// Opens the record in the address once, or a new one with the list's filters as initial values.
const useRecordFromUrl = <R extends Resource>(resource: R, open: (openRecord: OpenRecord<R>) => void) => {
  const [search, setSearch] = useSearchParams();
  const can = useCan(resource.name);
  const requested = search.get(openRecordParam) ?? undefined;
  const isNew = requested === newRecord;
  const { data, error } = useRecord(resource, isNew ? undefined : requested);
  const openRequested = useEffectEvent(() => {
    const copyOf = search.get(copyOfParam) ?? undefined;
    const queuedId = search.get(queuedParam) ?? undefined;
    if (isNew && can('create'))
      open({ record: null, copyOf, queuedId, initialValues: parseListParams(resource, search).filters });
    if (data && can('update')) open({ record: data });
    if (error) reportError(error);
    setSearch((current) => withParams(current, { [openRecordParam]: null, [copyOfParam]: null, [queuedParam]: null }), {
      replace: true,
    });
  });
  useEffect(() => {
    if (isNew || (requested !== undefined && (data || error))) openRequested();
  }, [requested, isNew, data, error]);
};

/** List whose records are added and edited in a dialog. */
export const ModalListPage = <R extends Resource>(props: { resource: R; columns: Column<RecordOf<R>>[] }) => {
  const { resource, columns } = props;
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
  const copyOf = openRecord?.copyOf;
  const { data: copy, error: copyError } = useRecordCopy(resource, copyOf);
  useEffect(() => {
    if (!copyError) return;
    reportError(copyError);
    setOpenRecord(null);
  }, [copyError]);
  // The next record is another one.
  const queuedId = addAnother.formKey === 0 ? openRecord?.queuedId : undefined;
  const key = `${openRecord?.record?._id} ${copyOf} ${queuedId} ${addAnother.formKey}`;
  const stay = (id: string) => {
    const saved = queryClient.fetchQuery(recordQuery(resource, id));
    saved.then(
      // The user may have opened another record meanwhile.
      (record) => setOpenRecord((current) => (current === openRecord ? { record } : current)),
      reportError,
    );
  };
  return (
    <>
      <ListPage
        resource={resource}
        columns={columns}
        add={() => open({ record: null })}
        edit={(record) => () => open({ record })}
        duplicate={(record) => () => open({ record: null, copyOf: record._id })}
      />
      {openRecord && (copyOf === undefined || copy) && (
        <FormModal
          key={key}
          resource={resource}
          record={openRecord.record}
          copy={copy}
          initialValues={openRecord.initialValues}
          queuedId={queuedId}
          addAnother={addAnother}
          onClose={() => setOpenRecord(null)}
          onStay={stay}
          onDuplicate={({ _id }) => setOpenRecord({ record: null, copyOf: _id })}
        />
      )}
    </>
  );
};
