import type { AnyRecord } from '#shared/resource-kit/define-resource.ts';
import { gift } from '#shared/resources/gift.ts';
import { type FormValues, getRequiredTextErrors } from '../../resource-kit/form/form-values.ts';
import type { ValidateForm } from '../../resource-kit/form/use-resource-form.ts';
import { openConfirm } from '../../ui/confirm.tsx';
import { formatDate, toIsoDay } from '../../ui/format.ts';

export const hasNewPastDate = ({ validTill }: FormValues, record: AnyRecord | null, today: string): boolean =>
  typeof validTill === 'string' && validTill !== record?.validTill && validTill < today;

/** Requires a title and a description for a new gift and asks for confirmation if a new end date is past. */
export const validateGift: ValidateForm = async (values, record) => {
  const errors = record ? [] : getRequiredTextErrors(values, { title: 'name', description: 'description' });
  if (errors.length > 0) return errors;
  if (!hasNewPastDate(values, record, toIsoDay(new Date()))) return [];
  const isConfirmed = await openConfirm({
    title: 'Save anyway?',
    message: `${gift.fields.validTill.label} is in the past: ${formatDate(String(values.validTill))}`,
    confirmLabel: 'Save anyway',
  });
  return isConfirmed ? [] : [{ field: 'validTill', message: 'This date is in the past' }];
};
