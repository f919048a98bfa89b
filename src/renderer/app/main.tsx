import './styles.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from '../resource-kit/query-client.ts';
import { LiveRegion } from '../ui/announcements.tsx';
import { LazyToasts } from '../ui/lazy-toasts.tsx';
import { restoreLostFocus } from '../ui/restore-lost-focus.ts';
import { watchShortcutSettings } from '../ui/shortcuts.ts';
import { cssVariablesResolver, theme } from '../ui/theme.ts';
import { SessionGate } from './auth/session-gate.tsx';
import { reportUncaughtErrors } from './uncaught-errors.ts';

export const Providers = ({ children }: { children: ReactNode }) => (
  <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto">
    <QueryClientProvider client={queryClient}>
      {children}
      <LazyToasts />
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
