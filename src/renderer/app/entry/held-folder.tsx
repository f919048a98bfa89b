import { Button } from '@mantine/core';
import type { ServerStatus } from '#shared/ipc-shapes.ts';
import { platform } from '../../platform/index.ts';
import { formatMoment } from '../../ui/format.ts';
import { ServerProblem } from './server-problem.tsx';

const describeHolder = ({ held }: ServerStatus): string => {
  if (!held) return 'Another copy of Catalogue Back Office has it open.';
  const where = held.computer ? `on ${held.computer}` : 'on this computer';
  return held.since
    ? `Another copy of Catalogue Back Office has had it open ${where} since ${formatMoment(held.since)}.`
    : `Another copy of Catalogue Back Office has it open ${where}.`;
};

/** Another app has the data folder: who, and where it lies. This one starts by itself when the folder is free. */
export const HeldFolder = ({ status }: { status: ServerStatus }) => (
  <ServerProblem
    title="This data is in use"
    problem={`${describeHolder(status)} Only one copy can use it at a time.`}
    path={status.path}
    advice="Close the other copy, and this one opens automatically."
  >
    <Button variant="default" onClick={() => void platform.server.retry()}>
      Try again
    </Button>
  </ServerProblem>
);
