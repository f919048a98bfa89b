import dayjs from 'dayjs';
import type { FieldError } from '#shared/api.ts';
import type { AnyRecord } from '#shared/resource/define-resource.ts';
import { gift } from '#shared/resources/gift.ts';
import type { FormValues } from '../../resource/form/field-props.ts';
import { confirm } from '../../ui/confirm.tsx';
import { formatDay } from '../../ui/format.ts';

/** Whether the gift gets a last day that is over already. */
export const hasNewPastDate = ({ validTill }: FormValues, record: AnyRecord | null, today: string): boolean =>
  typeof validTill === 'string' && validTill !== record?.validTill && validTill < today;

/** Asks before a last day is saved that is over already; an error keeps the form open. */
export const confirmPastDate = async (
  values: FormValues,
  record: AnyRecord | null,
): Promise<FieldError[]> => {
  if (!hasNewPastDate(values, record, dayjs().format('YYYY-MM-DD'))) return [];
  const isConfirmed = await confirm({
    title: 'Save anyway?',
    question: `${gift.fields.validTill.label} is in the past: ${formatDay(String(values.validTill))}`,
    confirmLabel: 'Save anyway',
  });
  return isConfirmed ? [] : [{ field: 'validTill', message: 'This date is in the past' }];
};
