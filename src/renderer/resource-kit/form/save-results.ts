import type { UseFormReturn } from 'react-hook-form';
import type { FieldError } from '#shared/api.ts';
import { FileUnavailableError } from '../../platform/index.ts';
import { isLocalFile } from '../../platform/local-files.ts';
import { showInfo, showSuccess, showSuccessWithUndo } from '../../ui/toasts.tsx';
import { undoBulkChange } from '../bulk/bulk-change.tsx';
import type { SaveResponse } from '../client.ts';
import { getFieldErrors } from '../errors.ts';
import { refetchAll } from '../query-client.ts';
import type { FormValues } from './form-values.ts';

const getChangedFileErrors = (error: unknown, values: FormValues): FieldError[] => {
  if (!(error instanceof FileUnavailableError)) return [];
  return Object.entries(values).flatMap(([field, value]) =>
    isLocalFile(value) && value.id === error.fileId ? [{ field, message: error.message }] : [],
  );
};

/** Errors of a failed save at its fields. */
export const getSaveErrors = (error: unknown, values: FormValues): FieldError[] => [
  ...getFieldErrors(error),
  ...getChangedFileErrors(error, values),
];

/** Sets the errors and focuses the first of their fields. */
export const showFieldErrors = (
  form: UseFormReturn<FormValues>,
  { errors, type }: { errors: readonly FieldError[]; type: 'server' | 'client' },
): void => {
  for (const { field, message } of errors) form.setError(field, { type, message });
  // In the order of the form, not of the errors.
  const firstInvalid = Object.keys(form.getValues()).find((name) =>
    errors.some(({ field }) => field === name || field.startsWith(`${name}.`)),
  );
  if (firstInvalid) form.setFocus(firstInvalid);
};

/** Whether the form shows all errors of a failed save at its fields, so that nothing else needs to report them. */
export const areShownAtFields = (form: UseFormReturn<FormValues>, errors: readonly FieldError[]): boolean => {
  const values = form.getValues();
  return errors.length > 0 && errors.every(({ field }) => field.replace(/\..*/, '') in values);
};

/** Reports a save, which can be undone if it changed more than the record. */
export const showSaved = ({ message, data, notices = [] }: SaveResponse): void => {
  const changeId = data?.changeId;
  if (changeId === undefined) showSuccess(message);
  else showSuccessWithUndo(message ?? 'Saved', () => void undoBulkChange(changeId, { refetch: refetchAll }));
  for (const notice of notices) showInfo(notice);
};
