import { Button, Code, Stack, Text } from '@mantine/core';
import { IconCloudOff, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import type { ServerStatus } from '#shared/ipc.ts';
import { platform } from '../platform/index.ts';
import { FullScreenDialog } from '../ui/full-screen-dialog.tsx';
import { EntryScreen } from './entry/entry-screen.tsx';
import { useServerStatus } from './server-status.ts';
import classes from './shell/shell.module.css';

const bannerTexts: Partial<Record<ServerStatus['state'], string>> = {
  starting: 'The server is starting.',
  restarting: 'The server stopped and is being restarted. What you typed stays here.',
  unreachable:
    'The server can’t be reached. You see what was loaded last, and what you typed stays here. The app goes on when the server is back.',
};

/** Says above the page that the server is away; forms stay as they are meanwhile. */
export const ServerBanner = () => {
  const { state } = useServerStatus();
  const text = bannerTexts[state];
  return (
    <div role="status">
      {text && (
        <div className={classes.banner}>
          <IconCloudOff size="1.125rem" aria-hidden />
          {text}
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => void platform.server.retry()}
            className={classes.bannerButton}
          >
            Try now
          </Button>
        </div>
      )}
    </div>
  );
};

/** The server cannot start: why, and which file or folder it is about. */
export const ServerFailure = ({ status }: { status: ServerStatus }) => {
  const [isTrying, setIsTrying] = useState(false);
  const retry = async () => {
    setIsTrying(true);
    await platform.server.retry().finally(() => setIsTrying(false));
  };
  return (
    <FullScreenDialog label="The server could not start">
      <EntryScreen title="The server could not start">
        <Stack gap="md" role="alert">
          <Text>{status.message ?? 'It gave no reason.'}</Text>
          {status.path && <Code className={classes.path}>{status.path}</Code>}
          <Text c="dimmed">Nothing was changed. Put this right, then try again.</Text>
          <Button
            data-brand
            leftSection={<IconRefresh size="1rem" />}
            loading={isTrying}
            onClick={() => void retry()}
          >
            Try again
          </Button>
        </Stack>
      </EntryScreen>
    </FullScreenDialog>
  );
};
