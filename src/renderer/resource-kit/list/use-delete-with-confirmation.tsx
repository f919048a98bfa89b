import { Anchor, Button, Text } from '@mantine/core';
import { useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { formatList, inSentence, joinSentences } from '#shared/resource-kit/labels.ts';
import { findResource, referencesTo } from '#shared/resources/index.ts';
import { texts } from '#shared/texts.ts';
import { openConfirm, openNotice } from '../../ui/confirm.tsx';
import { useCapability } from '../capabilities.ts';
import { useDeleteRecord } from '../hooks.ts';
import { useCanForEach } from '../session-store.ts';
import { getRecordTitle } from './list-context.tsx';
import { describeUse, fetchUses, getUsePath, type Use } from './used-by.ts';

const listNames = ({ names, total }: Use): string => {
  const otherCount = (total ?? 0) - names.length;
  return formatList(otherCount > 0 ? [...names, `${otherCount.toLocaleString('en')} more`] : names);
};

// Explains what blocks the deletion of a record, with links to the lists that show it.
const openInUseDialog = (
  record: AnyRecord,
  {
    title,
    uses,
    onFollow,
    onReplace,
  }: {
    title: string;
    uses: readonly Use[];
    onFollow: (path: string) => void;
    onReplace: (() => void) | undefined;
  },
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
    actions: (close) =>
      onReplace && (
        <Button
          variant="brand"
          onClick={() => {
            close();
            onReplace();
          }}
        >
          Replace with…
        </Button>
      ),
  });

const openReplace = async (
  resource: Resource,
  options: { record: AnyRecord; uses: readonly Use[]; onReplaced: () => void },
): Promise<void> => {
  const [{ openReplaceDialog }, { getReplacementScope }] = await Promise.all([
    import('./replace-dialog.tsx'),
    import('#shared/replace.ts'),
  ]);
  openReplaceDialog({ resource, scope: getReplacementScope(resource), ...options });
};

/** Whether the server can replace a record, and the user may change everything that refers to it. */
const useCanReplace = (resource: Resource): boolean => {
  const canUpdate = useCanForEach(
    referencesTo(resource.name).map((reference) => reference.resource.name),
    'update',
  );
  // Something that only its dependents refer to would still be in use.
  const isDirect = referencesTo(resource.name).some(({ onDelete }) => onDelete === 'restrict');
  return useCapability('replace') === true && isDirect && canUpdate;
};

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
  const canReplace = useCanReplace(resource);
  const isConfirming = useRef(false);
  return async (record) => {
    if (isConfirming.current) return;
    isConfirming.current = true;
    const title = getRecordTitle(resource, record);
    const uses = await fetchUses(resource, record._id);
    isConfirming.current = false;
    const blocking = uses.filter(({ blocks }) => blocks);
    if (blocking.length > 0) {
      const onReplaced = () => onDeleted(record._id);
      openInUseDialog(record, {
        ...{ title, uses: blocking },
        onFollow: (path) => void navigate(path),
        onReplace: canReplace ? () => void openReplace(resource, { record, uses, onReplaced }) : undefined,
      });
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
