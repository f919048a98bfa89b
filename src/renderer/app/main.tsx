import './styles.ts';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { maxToasts, toastDurations } from '#shared/client-defaults.ts';
import { queryClient } from '../resource-kit/query-client.ts';
import { LiveRegion } from '../ui/announcements.tsx';
import { restoreLostFocus } from '../ui/restore-lost-focus.ts';
import { watchShortcutSettings } from '../ui/shortcuts.ts';
import { cssVariablesResolver, theme } from '../ui/theme.ts';
import { SessionGate } from './auth/session-gate.tsx';
import { reportUncaughtErrors } from './uncaught-errors.ts';

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
      <LiveRegion />
    </QueryClientProvider>
  </MantineProvider>
);

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element');

reportUncaughtErrors();
restoreLostFocus();
watchShortcutSettings();
createRoot(root).render(
  <StrictMode>
    <Providers>
      <SessionGate />
    </Providers>
  </StrictMode>,
);
