import { ModalsProvider, modals } from '@mantine/modals';
import { useEffect } from 'react';
import { onModalsMounted } from './modals.ts';

/** Shows the dialogs that `modals` opens. */
export const ModalsHost = () => {
  useEffect(() => onModalsMounted(modals), []);
  return <ModalsProvider />;
};
