import type { Resource } from '#shared/resource/define-resource.ts';
import { statuses } from '#shared/resource/fields.ts';
import { statusLabels } from '#shared/resource/words.ts';
import type { BulkAction } from './use-bulk-change.tsx';

/** What a list offers for many of its records: each status where they have one, and to delete them. */
export const bulkActionsOf = (
  resource: Resource,
  { canUpdate, canDelete }: { canUpdate: boolean; canDelete: boolean },
): BulkAction[] => {
  // The server has none for what exists once at most.
  if (resource.isSingle) return [];
  const statusNames = Object.keys(resource.fields).filter((name) => resource.fields[name]?.kind === 'status');
  const toStatus = statusNames.flatMap((name) =>
    statuses.map(
      (status): BulkAction => ({
        label: `Set ${statusLabels[status]}`,
        question: (what) => `Set ${what} to ${statusLabels[status]}?`,
        change: { action: 'update', values: { [name]: status } },
      }),
    ),
  );
  const remove: BulkAction = {
    label: 'Delete',
    question: (what) => `Are you sure you want to delete ${what}?`,
    change: { action: 'delete' },
  };
  return [...(canUpdate ? toStatus : []), ...(canDelete ? [remove] : [])];
};
