import { Button, Text } from '@mantine/core';
import type { FailedRecord } from '#shared/bulk.ts';
import { openNotice } from '../../ui/confirm.tsx';
import classes from './failed-records-dialog.module.css';

const maxRecordsShown = 100;

/** Lists the failed records with the reasons and offers to continue without them. */
export const openFailedRecordsDialog = ({
  title,
  explanation,
  failed,
  continueAction,
}: {
  title: string;
  explanation?: string;
  failed: readonly FailedRecord[];
  /** `onConfirm` continues with the other records, if there are any. */
  continueAction?: { verb: string; count: number; onConfirm: () => void };
}): void => {
  const hiddenCount = failed.length - maxRecordsShown;
  openNotice({
    title,
    size: 'lg',
    content: () => (
      <>
        {explanation && <Text>{explanation}</Text>}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard */}
        <ul className={classes.list} tabIndex={0} aria-label="Reasons">
          {failed.slice(0, maxRecordsShown).map(({ id, label, message }) => (
            <li key={id} className={classes.record}>
              {label && <Text fw={600}>{label}</Text>}
              {message}
            </li>
          ))}
          {hiddenCount > 0 && <li className={classes.record}>{`and ${hiddenCount.toLocaleString('en')} more`}</li>}
        </ul>
      </>
    ),
    actions: (close) =>
      continueAction &&
      continueAction.count > 0 && (
        <Button
          variant="brand"
          onClick={() => {
            close();
            continueAction.onConfirm();
          }}
        >
          {`${continueAction.verb} the other ${continueAction.count.toLocaleString('en')}`}
        </Button>
      ),
  });
};
