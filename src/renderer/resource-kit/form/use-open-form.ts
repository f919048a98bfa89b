import type { RefObject } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import type { Status } from '#shared/resource-kit/fields.ts';
import { hasStatus, useOpenRecord } from '../open-page.ts';
import type { FormValues } from './field-props.ts';

/** Makes what the form's inputs and buttons do available to the command palette. */
export const useOpenForm = ({
  resource,
  record,
  form,
  formRef,
  isSaving,
  saveAndStay,
}: {
  resource: Resource;
  record: AnyRecord | null;
  form: UseFormReturn<FormValues>;
  formRef: RefObject<HTMLFormElement | null>;
  isSaving: boolean;
  saveAndStay: (() => void) | undefined;
}): void => {
  const actions = {
    status: hasStatus(resource)
      ? {
          get: () => form.getValues('status') as Status,
          set: (status: Status) => form.setValue('status', status, { shouldDirty: true }),
        }
      : undefined,
    save: () => formRef.current?.requestSubmit(),
    saveAndStay,
  };
  useOpenRecord({ resource, record, screen: 'form', ...(!isSaving && actions) });
};
