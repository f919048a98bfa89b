import { Anchor, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import type { AnyRecord, Resource } from '#shared/resource/define-resource.ts';
import { formatList, inSentence, joinSentences } from '#shared/resource/labels.ts';
import { findResource } from '#shared/resources/index.ts';
import { texts } from '#shared/texts.ts';
import { confirm, openNotice } from '../../ui/confirm.tsx';
import { useDeleteRecord } from '../hooks.ts';
import { getRecordTitle } from './list-context.tsx';
import { addressOfUse, describeUse, fetchUses, type Use } from './used-by.ts';

const namesOf = ({ names, total }: Use): string => {
  const others = (total ?? 0) - names.length;
  return formatList(others > 0 ? [...names, `${others.toLocaleString('en')} more`] : names);
};

// Explains what blocks the deletion of a record, with links to the lists that show it.
const openInUseDialog = (
  record: AnyRecord,
  { title, uses, onFollow }: { title: string; uses: readonly Use[]; onFollow: (address: string) => void },
): void =>
  openNotice({
    title: `Can’t delete ${title}: it’s used by ${formatList(uses.map(describeUse))}`,
    content: (close) =>
      uses.map((use) => {
        const address = addressOfUse(use, record);
        return (
          <div key={`${use.resource} ${use.field}`}>
            <Text>{namesOf(use)}</Text>
            {address && (
              <Anchor
                href={address}
                onClick={(event) => {
                  event.preventDefault();
                  close();
                  onFollow(address);
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
      openInUseDialog(record, { title, uses: blocking, onFollow: (address) => void navigate(address) });
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
