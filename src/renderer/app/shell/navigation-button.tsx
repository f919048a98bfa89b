import { useDisclosure } from '@mantine/hooks';
import { IconMenu2 } from '@tabler/icons-react';
import { type ComponentType, useCallback, useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation } from 'react-router-dom';
import { usePreload } from '../../resource-kit/when-idle.ts';
import { holdKeys } from '../../ui/hold-keys.ts';
import { getIconButtonProps } from '../../ui/icon-button.tsx';

type Drawer = ComponentType<{ isOpen: boolean; onOpen: () => void; onClose: () => void }>;

/** Button that opens the navigation in a drawer, for windows too narrow for a sidebar. */
export const NavigationButton = () => {
  const [isOpen, { open, close }] = useDisclosure(false);
  const [Drawer, setDrawer] = useState<Drawer | null>(null);
  const { key } = useLocation();
  const closeDrawer = useEffectEvent(close);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after every navigation
  useEffect(() => closeDrawer(), [key]);
  const loadDrawer = useCallback(async () => {
    const { NavigationDrawer } = await import('./navigation-drawer.tsx');
    // Mantine returns the focus only if the drawer was closed at first.
    flushSync(() => setDrawer(() => NavigationDrawer));
  }, []);
  usePreload(loadDrawer);
  const openDrawer = async () => {
    holdKeys();
    await loadDrawer();
    open();
  };
  return (
    <>
      <button
        type="button"
        {...getIconButtonProps('large')}
        aria-label="Navigation"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => void openDrawer()}
      >
        <IconMenu2 size="1.25rem" />
      </button>
      {Drawer && <Drawer isOpen={isOpen} onOpen={open} onClose={close} />}
    </>
  );
};
