import { Button } from '@mantine/core';
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

/** Another app has the data folder: who, and where it lies. This one starts by itself when the folder is free. */
export const HeldFolder = ({ status }: { status: ServerStatus }) => (
  <ServerProblem
    title="This data is open elsewhere"
    problem={`${describeHolder(status)} Only one at a time can use it.`}
    path={status.path}
    advice="Close the other one, and this one opens by itself."
  >
    <Button variant="default" onClick={() => void platform.server.retry()}>
      Try again
    </Button>
  </ServerProblem>
);
