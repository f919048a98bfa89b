import { Loader, Stack, Text } from '@mantine/core';
import { AuthLayout, appName } from './auth/auth-layout.tsx';

export const loggingInText = 'Logging you in…';

/** Placeholder while the next screen is unknown. */
export const LoadingScreen = ({ text = 'Loading…' }: { text?: string }) => (
  <AuthLayout title={appName}>
    <Stack align="center" gap="md" role="status">
      <Loader size="sm" color="gray" />
      <Text c="dimmed">{text}</Text>
    </Stack>
  </AuthLayout>
);
