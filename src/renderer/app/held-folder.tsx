import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useState } from 'react';
import type { ServerStatus } from '#shared/ipc-shapes.ts';
import { platform } from '../platform/index.ts';
import { formatMoment } from '../ui/format.ts';
import { FullScreenDialog } from '../ui/full-screen-dialog.tsx';
import { EntryScreen } from './entry/entry-screen.tsx';
import { ChooseServerButton } from './server-notices.tsx';
import classes from './shell/shell.module.css';

const title = 'This data is open elsewhere';

const describeHolder = ({ held }: ServerStatus): string => {
  const where = held?.computer ? `on the computer ${held.computer}` : 'on this computer';
  const since = held?.since ? ` since ${formatMoment(held.since)}` : '';
  return held
    ? `Another Catalogue Back Office has it open ${where}${since}.`
    : 'Another Catalogue Back Office has it open.';
};

/** Another app has the data folder: who, where it lies, and what can be done meanwhile. */
export const HeldFolder = ({ status }: { status: ServerStatus }) => {
  const [isOpening, setIsOpening] = useState(false);
  const open = () => {
    setIsOpening(true);
    void platform.server.openReadOnly().catch(() => setIsOpening(false));
  };
  return (
    <FullScreenDialog label={title}>
      <EntryScreen title={title}>
        <Stack gap="md" role="alert">
          <Text>{`${describeHolder(status)} Only one at a time can change it.`}</Text>
          {status.path && <Code className={classes.path}>{status.path}</Code>}
          <Text c="dimmed">
            {status.held?.canRead
              ? 'You can look at everything meanwhile. When the other one is closed, this one goes on by itself.'
              : 'When the other one is closed, this one goes on by itself.'}
          </Text>
          <Group gap="sm">
            {status.held?.canRead && (
              <Button data-brand leftSection={<IconEye size="1rem" />} loading={isOpening} onClick={open}>
                Open read-only
              </Button>
            )}
            <Button variant="default" onClick={() => void platform.server.retry()}>
              Try again
            </Button>
            <ChooseServerButton />
          </Group>
        </Stack>
      </EntryScreen>
    </FullScreenDialog>
  );
};
