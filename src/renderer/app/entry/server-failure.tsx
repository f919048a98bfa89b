import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import type { ServerStatus } from '#shared/ipc-shapes.ts';
import { platform } from '../../platform/index.ts';
import { ServerProblem } from './server-problem.tsx';

/** The server cannot start: why, and which file or folder it is about. */
export const ServerFailure = ({ status }: { status: ServerStatus }) => {
  const [isTrying, setIsTrying] = useState(false);
  const retry = async () => {
    setIsTrying(true);
    await platform.server.retry().finally(() => setIsTrying(false));
  };
  return (
    <ServerProblem
      title="The server couldn’t start"
      problem={status.message ?? 'No reason was given.'}
      path={status.path}
      advice="No data was changed. Fix the problem, then try again."
    >
      <Button
        data-brand
        leftSection={<IconRefresh size="1rem" />}
        loading={isTrying}
        onClick={() => void retry()}
      >
        Try again
      </Button>
    </ServerProblem>
  );
};
