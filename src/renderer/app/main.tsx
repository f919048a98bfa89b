import './styles.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { keepFocus } from '../ui/keep-focus.ts';
import { SessionGate } from './entry/session-gate.tsx';
import { Providers } from './providers.tsx';
import { watchFaults } from './watch-faults.ts';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element');

watchFaults();
keepFocus();
createRoot(root).render(
  <StrictMode>
    <Providers>
      <SessionGate />
    </Providers>
  </StrictMode>,
);
