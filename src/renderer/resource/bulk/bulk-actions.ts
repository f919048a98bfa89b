import type { Resource } from '#shared/resource/define-resource.ts';
import type { ChoiceOption, Field } from '#shared/resource/fields.ts';
import { inSentence, statusOptions } from '#shared/resource/labels.ts';
import type { BulkAction } from './use-bulk-change.tsx';

const optionsOf = (field: Field | undefined): readonly ChoiceOption[] => {
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
  const toStatus = optionsOf(resource.fields.status).map(
    ({ value, label }): BulkAction => ({
      label: `${verb} as ${inSentence(label)}`,
      question: (what) => `${verb} ${what} as ${inSentence(label)}?`,
      change: { action: 'update', values: { status: value } },
    }),
  );
  const remove: BulkAction = {
    label: 'Delete',
    question: (what) => `Delete ${what}?`,
    change: { action: 'delete' },
  };
  return [...(canUpdate ? toStatus : []), ...(canDelete ? [remove] : [])];
};
