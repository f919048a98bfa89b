import { Button, Group, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { IconSettings } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Logo } from '../logo.tsx';
import { openSettings } from '../settings/settings-store.ts';
import classes from './auth-layout.module.css';
import { DeskIllustration } from './desk-illustration.tsx';

/** Layout of the screens before sign-in. */
export const AuthLayout = ({
  title,
  lead,
  children,
}: {
  title: string;
  lead?: string;
  children: ReactNode;
}) => {
  useDocumentTitle(`${title} · Catalogue Back Office`);
  return (
    <div className={classes.root}>
      <main className={classes.side}>
        <Group gap={10} fw={600}>
          <Logo />
          Catalogue Back Office
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            leftSection={<IconSettings size="1rem" stroke={1.75} />}
            onClick={openSettings}
            ms="auto"
          >
            Settings
          </Button>
        </Group>
        <div className={classes.content}>
          <Title order={1} className={classes.title}>
            {title}
          </Title>
          {lead && <p className={classes.lead}>{lead}</p>}
          {children}
        </div>
      </main>
      <div className={classes.picture} aria-hidden>
        <DeskIllustration />
      </div>
    </div>
  );
};
