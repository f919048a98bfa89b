import type { Resource } from '#shared/resource/define-resource.ts';
import type { ChoiceOption, Field } from '#shared/resource/fields.ts';
import { inSentence, statusOptions } from '#shared/resource/labels.ts';
import type { BulkAction } from './use-bulk-change.tsx';

const getStatusOptions = (field: Field | undefined): readonly ChoiceOption[] => {
  if (field?.kind === 'status') return statusOptions;
  return field?.kind === 'choice' ? field.options : [];
};

/** Bulk actions of a list: one per status, and delete. */
export const getBulkActions = (
  resource: Resource,
  { canUpdate, canDelete }: { canUpdate: boolean; canDelete: boolean },
): BulkAction[] => {
  // The server has no bulk endpoint for a single record.
  if (resource.isSingleton) return [];
  const verb = resource.fields.status?.kind === 'status' ? 'Set' : 'Mark';
  const statusActions = getStatusOptions(resource.fields.status).map(
    ({ value, label }): BulkAction => ({
      label: `${verb} as ${inSentence(label)}`,
      getQuestion: (countLabel) => `${verb} ${countLabel} as ${inSentence(label)}?`,
      change: { action: 'update', values: { status: value } },
    }),
  );
  const deleteAction: BulkAction = {
    label: 'Delete',
    getQuestion: (countLabel) => `Delete ${countLabel}?`,
    change: { action: 'delete' },
  };
  return [...(canUpdate ? statusActions : []), ...(canDelete ? [deleteAction] : [])];
};
