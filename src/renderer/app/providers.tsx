import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { maxToasts, toastDurations } from '#shared/limits.ts';
import { queryClient } from '../resource/query-client.ts';
import { cssVariablesResolver, theme } from '../ui/theme.ts';

export const Providers = ({ children }: { children: ReactNode }) => (
  <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto">
    <QueryClientProvider client={queryClient}>
      {children}
      <Notifications
        limit={maxToasts}
        autoClose={toastDurations.custom}
        position="bottom-right"
        containerWidth="24rem"
        className="bo-toasts"
      />
    </QueryClientProvider>
  </MantineProvider>
);
