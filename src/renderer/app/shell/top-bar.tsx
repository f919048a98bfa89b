import { Group, Kbd, Text, UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { texts } from '#shared/texts.ts';
import { QueueButton } from '../../resource-kit/save/queue-notices.tsx';
import { useSession, useSessionStore } from '../../resource-kit/session-store.ts';
import { formatKeys, getShortcutKeys } from '../../ui/shortcuts.ts';
import { loggingInText } from '../auth/auth-layout.tsx';
import { commandPalette } from '../command-palette/palette-store.ts';
import { AvatarMenu } from './avatar-menu.tsx';
import { NotificationBell } from './notification-bell.tsx';
import classes from './top-bar.module.css';

const shortcut = formatKeys(getShortcutKeys('palette')).join(' ');

/** Shown while the server checks the stored session. The app is usable meanwhile. */
const LoginStatus = () => {
  const isChecking = useSessionStore(({ state }) => state === 'checking');
  return (
    <div role="status" className={classes.status}>
      {isChecking && <span className={classes.statusText}>{loggingInText}</span>}
    </div>
  );
};

/** `children` come first. */
export const TopBar = ({ children }: { children: ReactNode }) => {
  const session = useSession();
  return (
    <Group component="header" wrap="nowrap" gap="sm" className={`${classes.topBar} bo-no-print`}>
      {children}
      <UnstyledButton className={classes.searchButton} onClick={commandPalette.open}>
        <IconSearch size="1rem" aria-hidden />
        <Text span inherit truncate flex={1} className={classes.searchText}>
          Search…
        </Text>
        <Kbd size="xs">{shortcut}</Kbd>
      </UnstyledButton>
      <QueueButton />
      <LoginStatus />
      <span className={classes.greeting}>
        {texts.shell.greeting} <b className={classes.name}>{session?.user.name}</b>
      </span>
      <NotificationBell />
      <AvatarMenu />
    </Group>
  );
};
