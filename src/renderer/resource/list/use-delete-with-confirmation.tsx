import { IconTrash } from '@tabler/icons-react';
import { useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import type { AnyRecord, Resource } from '#shared/resource/define-resource.ts';
import { inSentence, joinSentences } from '#shared/resource/labels.ts';
import { findResource } from '#shared/resources/index.ts';
import { texts } from '#shared/texts.ts';
import { confirm } from '../../ui/confirm.tsx';
import { useDeleteRecord } from '../hooks.ts';
import { openInUseDialog } from './in-use-dialog.tsx';
import { getRecordTitle } from './list-context.tsx';
import { describeUse, fetchUses, type Use } from './used-by.ts';

const describeDependents = (use: Use): string => {
  const { resource, total, names } = use;
  if (total === null) {
    return `Its ${inSentence(findResource(resource)?.labelPlural ?? resource)} will also be deleted`;
  }
  const others = total > names.length ? ' and others' : '';
  return `${describeUse(use)} will also be deleted: ${names.join(', ')}${others}`;
};

/** Deletes a record after a confirmation that names its dependents, or explains what blocks the deletion. */
export const useDeleteWithConfirmation = (
  resource: Resource,
  onDeleted: (id: string) => void,
): ((record: AnyRecord) => Promise<void>) => {
  const remove = useDeleteRecord(resource);
  const navigate = useNavigate();
  const isAsking = useRef(false);
  return async (record) => {
    if (isAsking.current) return;
    isAsking.current = true;
    const title = getRecordTitle(resource, record);
    const uses = await fetchUses(resource, record._id);
    isAsking.current = false;
    const blocking = uses.filter(({ blocks }) => blocks);
    if (blocking.length > 0) {
      openInUseDialog({ record, title, uses: blocking, onFollow: (address) => void navigate(address) });
      return;
    }
    const isConfirmed = await confirm({
      title: `Delete ${inSentence(resource.label)}?`,
      question: texts.remove.confirm,
      detail: joinSentences([title, ...uses.map(describeDependents)]),
      confirmLabel: 'Delete',
      confirmIcon: <IconTrash size="1rem" />,
    });
    if (isConfirmed) remove.mutate(record._id, { onSuccess: () => onDeleted(record._id) });
  };
};
