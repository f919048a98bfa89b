import { Anchor, Text } from '@mantine/core';
import { useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { formatList, inSentence, joinSentences } from '#shared/resource-kit/labels.ts';
import { findResource } from '#shared/resources/index.ts';
import { texts } from '#shared/texts.ts';
import { openConfirm, openNotice } from '../../ui/confirm.tsx';
import { useDeleteRecord } from '../hooks.ts';
import { getRecordTitle } from './list-context.tsx';
import { describeUse, fetchUses, getUsePath, type Use } from './used-by.ts';

const listNames = ({ names, total }: Use): string => {
  const otherCount = (total ?? 0) - names.length;
  return formatList(otherCount > 0 ? [...names, `${otherCount.toLocaleString('en')} more`] : names);
};

// Explains what blocks the deletion of a record, with links to the lists that show it.
const openInUseDialog = (
  record: AnyRecord,
  { title, uses, onFollow }: { title: string; uses: readonly Use[]; onFollow: (path: string) => void },
): void =>
  openNotice({
    title: `Can’t delete ${title}: it’s used by ${formatList(uses.map(describeUse))}`,
    content: (close) =>
      uses.map((use) => {
        const path = getUsePath(use, record);
        return (
          <div key={`${use.resource} ${use.field}`}>
            <Text>{listNames(use)}</Text>
            {path && (
              <Anchor
                href={path}
                onClick={(event) => {
                  event.preventDefault();
                  close();
                  onFollow(path);
                }}
              >
                {`Show ${describeUse(use)}`}
              </Anchor>
            )}
          </div>
        );
      }),
  });

const describeDependents = (use: Use): string => {
  const { resource, total, names } = use;
  if (total === null) {
    return `Its ${inSentence(findResource(resource)?.labelPlural ?? resource)} will also be deleted`;
  }
  const otherCount = total > names.length ? ' and others' : '';
  return `${describeUse(use)} will also be deleted: ${names.join(', ')}${otherCount}`;
};

/** Deletes a record after a confirmation that names its dependents, or explains what blocks the deletion. */
export const useDeleteWithConfirmation = (
  resource: Resource,
  onDeleted: (id: string) => void,
): ((record: AnyRecord) => Promise<void>) => {
  const remove = useDeleteRecord(resource);
  const navigate = useNavigate();
  const isConfirming = useRef(false);
  return async (record) => {
    if (isConfirming.current) return;
    isConfirming.current = true;
    const title = getRecordTitle(resource, record);
    const uses = await fetchUses(resource, record._id);
    isConfirming.current = false;
    const blocking = uses.filter(({ blocks }) => blocks);
    if (blocking.length > 0) {
      openInUseDialog(record, { title, uses: blocking, onFollow: (path) => void navigate(path) });
      return;
    }
    const isConfirmed = await openConfirm({
      title: `Delete ${inSentence(resource.label)}?`,
      message: texts.remove.confirm,
      detail: joinSentences([title, ...uses.map(describeDependents)]),
      confirmLabel: 'Delete',
      isDestructive: true,
    });
    if (isConfirmed) remove.mutate(record._id, { onSuccess: () => onDeleted(record._id) });
  };
};
