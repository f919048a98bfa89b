import { Loader, Stack, Text } from '@mantine/core';
import { isFirstFrameShown } from '../ui/first-frame.ts';
import { AuthLayout, appName } from './auth/auth-layout.tsx';
import classes from './loading-screen.module.css';

export const loggingInText = 'Logging you in…';

/** Placeholder while the next screen is unknown. At a start with a stored session, it keeps the shell's outline. */
export const LoadingScreen = ({ text = 'Loading…' }: { text?: string }) => {
  const progress = (
    <Stack align="center" gap="md" role="status">
      <Loader size="sm" color="gray" />
      <Text c="dimmed">{text}</Text>
    </Stack>
  );
  if (isFirstFrameShown()) return <main className={classes.framed}>{progress}</main>;
  return <AuthLayout title={appName}>{progress}</AuthLayout>;
};
