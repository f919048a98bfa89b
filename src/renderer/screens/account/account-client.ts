import { useQuery } from '@tanstack/react-query';
import type { UseFormSetError } from 'react-hook-form';
import { accountResponseSchema, sessionListResponseSchema } from '#shared/account.ts';
import { passkeyListResponseSchema } from '#shared/passkeys.ts';
import { twoFactorPolicyResponseSchema } from '#shared/two-factor.ts';
import { request } from '../../resource-kit/client.ts';
import { getFieldErrors, reportError } from '../../resource-kit/errors.ts';
import { refetchQueries } from '../../resource-kit/invalidate.ts';
import { showSuccess } from '../../ui/toasts.tsx';

const keys = {
  account: ['account'] as const,
  sessions: ['account', 'sessions'] as const,
  passkeys: ['account', 'passkeys'] as const,
  policy: ['account', 'policy'] as const,
};

export const useAccount = () =>
  useQuery({
    queryKey: keys.account,
    queryFn: async ({ signal }) => accountResponseSchema.parse(await request('GET', '/user/account', { signal })).data,
    staleTime: 0,
  });

export const useSessions = () =>
  useQuery({
    queryKey: keys.sessions,
    queryFn: async ({ signal }) =>
      sessionListResponseSchema.parse(await request('GET', '/user/sessions', { signal })).data,
    staleTime: 0,
  });

export const usePasskeys = () =>
  useQuery({
    queryKey: keys.passkeys,
    queryFn: async ({ signal }) =>
      passkeyListResponseSchema.parse(await request('GET', '/user/passkeys', { signal })).data,
    staleTime: 0,
  });

export const useTwoFactorPolicy = () =>
  useQuery({
    queryKey: keys.policy,
    queryFn: async ({ signal }) =>
      twoFactorPolicyResponseSchema.parse(await request('GET', '/user/two-factor/policy', { signal })).data,
    staleTime: 0,
  });

/** Runs a change of the account, shows its outcome in a toast, and refetches the page. */
export const changeAccount = async (run: () => Promise<{ message?: string }>): Promise<boolean> => {
  try {
    const { message } = await run();
    showSuccess(message);
    return true;
  } catch (error) {
    reportError(error);
    return false;
  } finally {
    await refetchQueries(keys.account);
  }
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
