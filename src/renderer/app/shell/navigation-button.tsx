import { Drawer } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconMenu2 } from '@tabler/icons-react';
import { useEffect, useEffectEvent } from 'react';
import { useLocation } from 'react-router-dom';
import { getIconButtonProps } from '../../ui/icon-button.tsx';
import classes from './shell.module.css';
import { Navigation } from './sidebar.tsx';

/** Button that opens the navigation in a drawer, for windows too narrow for a sidebar. */
export const NavigationButton = () => {
  const [isOpen, { open, close }] = useDisclosure(false);
  const { key } = useLocation();
  const closeDrawer = useEffectEvent(close);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after every navigation
  useEffect(() => closeDrawer(), [key]);
  return (
    <>
      <button
        type="button"
        {...getIconButtonProps('large')}
        aria-label="Navigation"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={open}
      >
        <IconMenu2 size="1.25rem" />
      </button>
      <Drawer
        opened={isOpen}
        onClose={close}
        size="17rem"
        title="Navigation"
        classNames={{ content: classes.drawer, header: classes.drawerHeader, body: classes.drawerBody }}
      >
        <Navigation isCollapsed={false} onExpandSidebar={open} />
      </Drawer>
    </>
  );
};
