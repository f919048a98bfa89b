import { platform } from '../../platform/index.ts';
import { queryClient } from '../../resource-kit/query-client.ts';
import { endTwoFactorRequirement, setSession } from '../../resource-kit/session-store.ts';
import { TwoFactorSetup } from '../../screens/account/two-factor-setup.tsx';
import { TopLayerDialog } from '../../ui/top-layer-dialog.tsx';
import { AuthLayout } from './auth-layout.tsx';

const title = 'Set up two-factor login';

const logOut = async () => {
  await platform.session.signOut({ canRevoke: true });
  endTwoFactorRequirement();
  setSession({ state: 'signedOut' });
  window.location.assign('/');
};

const finish = async () => {
  endTwoFactorRequirement();
  await queryClient.invalidateQueries();
};

/** Covers the app until a user whose role requires two-factor login has set it up. */
export const TwoFactorRequired = () => (
  <TopLayerDialog label={title}>
    <AuthLayout title={title} subtitle="Your company requires it for your role.">
      <TwoFactorSetup onDone={() => void finish()} cancel={{ label: 'Logout', onClick: () => void logOut() }} />
    </AuthLayout>
  </TopLayerDialog>
);
