import { Checkbox, Skeleton, Stack } from '@mantine/core';
import { useState } from 'react';
import { user } from '#shared/resources/user.ts';
import { type TwoFactorRoles, twoFactorRoles } from '#shared/two-factor.ts';
import { send } from '../../resource-kit/client.ts';
import { QueryError } from '../../resource-kit/query-error.tsx';
import { changeAccount, useTwoFactorPolicy } from './account-client.ts';
import { AccountSection } from './account-section.tsx';

const getLabel = (role: string) => user.fields.role.options.find(({ value }) => value === role)?.label;

/** Lets admins require two-factor login of everyone with a role. */
export const PolicySection = () => {
  const policy = useTwoFactorPolicy();
  /** The user's choice until the server has saved it. */
  const [chosen, setChosen] = useState<TwoFactorRoles>();
  const required = chosen ?? policy.data?.roles ?? [];
  const setRoles = async (roles: TwoFactorRoles) => {
    setChosen(roles);
    await changeAccount(() => send({ method: 'PATCH', path: '/user/two-factor/policy', body: { roles } }));
    setChosen(undefined);
  };
  return (
    <AccountSection
      title="Required two-factor login"
      description="Users with these roles must set it up before they can do anything else."
    >
      {policy.isLoadingError && <QueryError query={policy} />}
      {policy.isPending && <Skeleton height="3rem" />}
      {policy.data && (
        <Stack gap="xs">
          {twoFactorRoles.map((role) => (
            <Checkbox
              key={role}
              label={getLabel(role)}
              checked={required.includes(role)}
              onChange={(event) => {
                const others = required.filter((other) => other !== role);
                void setRoles(event.currentTarget.checked ? [...others, role] : others);
              }}
            />
          ))}
        </Stack>
      )}
    </AccountSection>
  );
};
