import { Button, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type FieldPath, FormProvider, type UseFormReturn } from 'react-hook-form';
import { request } from '../../resource-kit/client.ts';
import { attempt, getFieldErrors, reportError } from '../../resource-kit/errors.ts';
import { refetchQueries } from '../../resource-kit/query-client.ts';
import { showSuccess } from '../../ui/toasts.tsx';

/** A part of the account. All of them are refetched after a change. */
export const useAccountPart = <Data,>(path: string, schema: { parse: (response: unknown) => { data: Data } }) =>
  useQuery({
    queryKey: ['account', path],
    queryFn: async ({ signal }) => schema.parse(await request('GET', `/user/${path}`, { signal })).data,
    staleTime: 0,
  });

/** Sends a change of the account, shows its message, and refetches the page. */
export const sendChange = async (send: () => Promise<{ message?: string }>): Promise<void> => {
  try {
    showSuccess((await send()).message);
  } finally {
    await refetchQueries(['account']);
  }
};

/** `sendChange`; an error shows in a toast. */
export const changeAccount = (send: () => Promise<{ message?: string }>) => attempt(() => sendChange(send));

/** A form that shows the server's errors at its fields, and others in a toast. */
export const AccountForm = <Values extends Record<string, string>>({
  form,
  label,
  submitLabel,
  variant = 'brand',
  isDisabled,
  cancel,
  onSubmit,
  children,
}: {
  form: UseFormReturn<Values>;
  label: string;
  submitLabel: string;
  variant?: 'brand' | 'default' | 'danger';
  isDisabled?: boolean;
  cancel?: { label: string; onClick: () => void };
  onSubmit: (values: Values) => Promise<void>;
  children: ReactNode;
}) => {
  const submit = async (values: Values) => {
    try {
      await onSubmit(values);
    } catch (error) {
      const known = getFieldErrors(error).filter(({ field }) => field in values);
      known.forEach(({ field, message }, index) => {
        form.setError(field as FieldPath<Values>, { message }, { shouldFocus: index === 0 });
      });
      if (known.length === 0) reportError(error);
    }
  };
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={form.handleSubmit(submit)} aria-label={label}>
        <Stack gap="md" maw="40rem">
          {children}
          <Group justify={cancel && 'flex-end'}>
            {cancel && <Button onClick={cancel.onClick}>{cancel.label}</Button>}
            <Button type="submit" variant={variant} disabled={isDisabled} loading={form.formState.isSubmitting}>
              {submitLabel}
            </Button>
          </Group>
        </Stack>
      </form>
    </FormProvider>
  );
};
