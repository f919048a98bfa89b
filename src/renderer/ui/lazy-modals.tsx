import { lazy, Suspense } from 'react';
import { useModalsNeeded } from './modals.ts';

const ModalsHost = lazy(async () => ({ default: (await import('./modals-host.tsx')).ModalsHost }));

export const LazyModals = () =>
  useModalsNeeded() && (
    <Suspense>
      <ModalsHost />
    </Suspense>
  );
