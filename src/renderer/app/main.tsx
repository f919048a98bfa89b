// Library styles come first: of two equally specific rules, the later one wins.
import '@fontsource-variable/inter';
import '@mantine/core/styles.css';
import '@mantine/dropzone/styles.css';
import '@mantine/notifications/styles.css';
import '@mantine/spotlight/styles.css';
import '../ui/first-frame.css';
import '../ui/colors.css';
import '../ui/global.css';
import '../ui/forced-colors.css';
import '../ui/print.css';
import { MantineProvider } from '@mantine/core';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { announceFields } from '../ui/announce-fields.ts';
import { LiveRegion } from '../ui/announcements.tsx';
import { restoreLostFocus } from '../ui/restore-lost-focus.ts';
import { normalizeKeyEvents } from '../ui/shortcuts.ts';
import { theme } from '../ui/theme.ts';
import { SessionGate } from './auth/session-gate.tsx';
import { reportUncaughtErrors } from './uncaught-errors.ts';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element');

normalizeKeyEvents();
reportUncaughtErrors();
restoreLostFocus();
announceFields();
createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} defaultColorScheme="auto">
      <SessionGate />
      <LiveRegion />
    </MantineProvider>
  </StrictMode>,
);
