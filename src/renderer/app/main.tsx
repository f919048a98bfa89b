import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Providers } from './providers.tsx';
import { SessionGate } from './session-gate.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element');

createRoot(root).render(
  <StrictMode>
    <Providers>
      <SessionGate />
    </Providers>
  </StrictMode>,
);
