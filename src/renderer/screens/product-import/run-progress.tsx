import { Button, Progress, Text } from '@mantine/core';
import type { ImportRun } from './import-store.ts';
import classes from './product-import.module.css';

const number = (value: number) => value.toLocaleString('en');

const textOf = ({ kind, phase, done, total, isCancelling }: ImportRun): string => {
  if (isCancelling) return 'Cancelling …';
  if (phase === 'sending') return `Sending the file, ${Math.round(done * 100)}%`;
  if (phase === 'reading') return `Reading, ${number(done)} rows`;
  if (phase === 'writing') {
    const doing = kind === 'check' ? 'Checking' : 'Importing';
    return `${doing}, ${number(done)} of ${number(total ?? 0)} products`;
  }
  return phase === 'waiting' ? 'Waiting for its turn' : 'Almost done';
};

/** How far the check or the import is, and a way to end it. */
export const RunProgress = ({ run }: { run: ImportRun }) => {
  const { done, total, kind, isCancelling } = run;
  const label = kind === 'check' ? 'Checking' : 'Importing';
  return (
    <>
      <div className={classes.progress}>
        <Text size="sm" className="bo-tabular" aria-hidden>
          {textOf(run)}
        </Text>
        <Progress.Root size="sm">
          <Progress.Section
            value={total ? (done / total) * 100 : 100}
            striped={!total}
            animated={!total}
            aria-label={label}
            aria-valuetext={textOf(run)}
          />
        </Progress.Root>
      </div>
      <Button variant="default" disabled={isCancelling} onClick={run.cancel}>
        {kind === 'check' ? 'Cancel check' : 'Cancel import'}
      </Button>
    </>
  );
};
