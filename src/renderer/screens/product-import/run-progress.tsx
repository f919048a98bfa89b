import { Box, Button } from '@mantine/core';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import type { ImportRun } from './import-store.ts';

const number = (value: number) => value.toLocaleString('en');

const formatProgress = ({ kind, phase, done, total, isCancelling }: ImportRun): string => {
  if (isCancelling) return 'Cancelling…';
  if (phase === 'sending') return `Uploading… ${Math.round(done * 100)}%`;
  if (phase === 'reading') return `Reading rows… ${number(done)}`;
  if (phase === 'writing') {
    const doing = kind === 'check' ? 'Checking' : 'Importing';
    return `${doing}, ${number(done)} of ${number(total ?? 0)} products`;
  }
  return phase === 'waiting' ? 'Waiting to start…' : 'Finishing…';
};

export const RunProgress = ({ run }: { run: ImportRun }) => {
  const { done, total, kind, isCancelling } = run;
  const label = kind === 'check' ? 'Checking' : 'Importing';
  return (
    <>
      <Box flex={1} miw="12rem" maw="28rem" me="auto">
        <ProgressBar label={label} text={formatProgress(run)} value={total ? done / total : null} />
      </Box>
      <Button disabled={isCancelling} onClick={run.cancel}>
        {kind === 'check' ? 'Cancel check' : 'Cancel import'}
      </Button>
    </>
  );
};
