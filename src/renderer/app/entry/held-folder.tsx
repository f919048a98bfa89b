import { Button } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useState } from 'react';
import type { ServerStatus } from '#shared/ipc-shapes.ts';
import { platform } from '../../platform/index.ts';
import { formatMoment } from '../../ui/format.ts';
import { ServerProblem } from './server-problem.tsx';

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
  const canRead = status.held?.canRead ?? false;
  const later = 'When the other one is closed, this one goes on by itself.';
  return (
    <ServerProblem
      title="This data is open elsewhere"
      problem={`${describeHolder(status)} Only one at a time can change it.`}
      path={status.path}
      advice={canRead ? `You can look at everything meanwhile. ${later}` : later}
    >
      {canRead && (
        <Button data-brand leftSection={<IconEye size="1rem" />} loading={isOpening} onClick={open}>
          Open read-only
        </Button>
      )}
      <Button variant="default" onClick={() => void platform.server.retry()}>
        Try again
      </Button>
    </ServerProblem>
  );
};
