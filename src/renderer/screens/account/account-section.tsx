import { Card, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import type { UseFormSetError } from 'react-hook-form';
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

/** Runs a change of the account, shows its outcome in a toast, and refetches the page. */
export const changeAccount = async (run: () => Promise<{ message?: string }>): Promise<boolean> => {
  const isDone = await attempt(async () => showSuccess((await run()).message));
  await refetchQueries(['account']);
  return isDone;
};

/** Shows the server's errors at the fields of a form, and others in a toast. */
export const showFormError = <Values extends Record<string, string>>(
  error: unknown,
  setError: UseFormSetError<Values>,
  fields: readonly (keyof Values & string)[],
): void => {
  const known = getFieldErrors(error).filter(({ field }) => fields.includes(field));
  known.forEach(({ field, message }, index) => {
    setError(field as Parameters<typeof setError>[0], { message }, { shouldFocus: index === 0 });
  });
  if (known.length === 0) reportError(error);
};

/** One subject of the account page. */
export const AccountSection = ({
  title,
  description,
  children,
}: {
  title: string;
  description?: string;
  children: ReactNode;
}) => {
  const id = useId();
  return (
    <Card component="section" aria-labelledby={id}>
      <Title order={2} id={id} mb={description ? 2 : 'md'}>
        {title}
      </Title>
      {description && (
        <Text c="dimmed" mb="md" maw="75ch">
          {description}
        </Text>
      )}
      {children}
    </Card>
  );
};
