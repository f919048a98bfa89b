import { Button } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import type { SignInResult } from '#shared/session.ts';
import { platform } from '../../platform/index.ts';
import { useBusy } from '../../ui/use-busy.ts';

const failure: SignInResult = {
  success: false,
  message: 'The passkey wasn’t used. Try again, or log in with your password.',
  session: null,
};

/** Login with a passkey, where the host supports it. */
export const PasskeyLogin = ({ onFinish }: { onFinish: (result: SignInResult) => Promise<void> }) => {
  const { passkeys } = platform;
  const [isPending, track] = useBusy();
  if (!passkeys) return null;
  const signIn = async () => {
    await onFinish(await track(passkeys.signIn().catch(() => failure)));
  };
  return (
    <Button
      leftSection={<IconFingerprint size="1rem" aria-hidden />}
      loading={isPending}
      onClick={() => void signIn()}
      fullWidth
    >
      Log in with a passkey
    </Button>
  );
};
