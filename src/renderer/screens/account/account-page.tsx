import { Skeleton } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { user } from '#shared/resources/user.ts';
import { pageTitles } from '#shared/routes.ts';
import { platform } from '../../platform/index.ts';
import { useCapability } from '../../resource-kit/capabilities.ts';
import formClasses from '../../resource-kit/form/form-page.module.css';
import listClasses from '../../resource-kit/list/list-page.module.css';
import { QueryError } from '../../resource-kit/query-error.tsx';
import { useCan } from '../../resource-kit/session-store.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useAccount } from './account-client.ts';
import { PasskeysSection } from './passkeys-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { PolicySection } from './policy-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { TwoFactorSection } from './two-factor-section.tsx';

const AccountSections = () => {
  const account = useAccount();
  const can = useCan(user.name);
  if (account.isLoadingError) return <QueryError query={account} />;
  if (!account.data) return <Skeleton height="16rem" radius="lg" />;
  return (
    <div className={formClasses.columns}>
      <div className={formClasses.column}>
        <ProfileSection account={account.data} />
        <PasswordSection account={account.data} />
        <SessionsSection />
      </div>
      <div className={formClasses.column}>
        <TwoFactorSection account={account.data} />
        {platform.passkeys && <PasskeysSection passkeys={platform.passkeys} />}
        {can('update') && <PolicySection />}
      </div>
    </div>
  );
};

export const AccountPage = () => {
  const hasAccount = useCapability('account');
  if (hasAccount === false) {
    return (
      <div className={listClasses.page}>
        <PageHeader title={pageTitles.account} />
        <EmptyState icon={IconLock} title="My account isn’t available on this server" />
      </div>
    );
  }
  return (
    <div className={formClasses.page}>
      <div className={formClasses.header}>
        <PageHeader title={pageTitles.account} />
      </div>
      <div className={formClasses.body}>
        <AccountSections />
      </div>
    </div>
  );
};
