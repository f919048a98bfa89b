import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { inSentence, statusOptions } from '#shared/resource-kit/labels.ts';
import type { BulkAction } from './bulk-target.ts';

/** Bulk actions of a list: one per status, and delete. */
export const getBulkActions = (
  resource: Resource,
  { canUpdate, canDelete }: { canUpdate: boolean; canDelete: boolean },
): BulkAction[] => {
  // The server has no bulk endpoint for a single record.
  if (resource.isSingleton) return [];
  const { status } = resource.fields;
  const verb = status?.kind === 'status' ? 'Set' : 'Mark';
  const choices = status?.kind === 'choice' ? status.options : [];
  const statusActions = (status?.kind === 'status' ? statusOptions : choices).map(
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
