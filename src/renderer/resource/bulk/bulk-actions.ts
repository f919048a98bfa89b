import type { Resource } from '#shared/resource/define-resource.ts';
import { type ChoiceOption, type Field, statuses } from '#shared/resource/fields.ts';
import { statusLabels } from '#shared/resource/words.ts';
import type { BulkAction } from './use-bulk-change.tsx';

const statusOptions: ChoiceOption[] = statuses.map((value) => ({ value, label: statusLabels[value] }));

const optionsOf = (field: Field | undefined): readonly ChoiceOption[] => {
  if (field?.kind === 'status') return statusOptions;
  return field?.kind === 'choice' ? field.options : [];
};

/** What a list offers for many of its records: each status where they have one, and to delete them. */
export const bulkActionsOf = (
  resource: Resource,
  { canUpdate, canDelete }: { canUpdate: boolean; canDelete: boolean },
): BulkAction[] => {
  // The server has none for what exists once at most.
  if (resource.isSingle) return [];
  const toStatus = optionsOf(resource.fields.status).map(
    ({ value, label }): BulkAction => ({
      label: `Set ${label}`,
      question: (what) => `Set ${what} to ${label}?`,
      change: { action: 'update', values: { status: value } },
    }),
  );
  const remove: BulkAction = {
    label: 'Delete',
    question: (what) => `Are you sure you want to delete ${what}?`,
    change: { action: 'delete' },
  };
  return [...(canUpdate ? toStatus : []), ...(canDelete ? [remove] : [])];
};
