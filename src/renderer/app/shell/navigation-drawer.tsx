import { Drawer } from '@mantine/core';
import classes from './shell.module.css';
import { Navigation } from './sidebar.tsx';

export const NavigationDrawer = ({
  isOpen,
  onOpen,
  onClose,
}: {
  isOpen: boolean;
  onOpen: () => void;
  onClose: () => void;
}) => (
  <Drawer
    opened={isOpen}
    onClose={onClose}
    size="17rem"
    title="Navigation"
    classNames={{ content: classes.drawer, header: classes.drawerHeader, body: classes.drawerBody }}
  >
    <Navigation isCollapsed={false} onExpandSidebar={onOpen} />
  </Drawer>
);
