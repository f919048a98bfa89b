import { Button, Text } from '@mantine/core';
import type { FailedRecord } from '#shared/bulk.ts';
import { openNotice } from '../../ui/confirm.tsx';
import classes from './failed-records-dialog.module.css';

const shownAtMost = 100;

/** Lists the refused records with the reasons and offers to continue without them. */
export const openFailedRecordsDialog = ({
  title,
  explanation,
  failed,
  others,
}: {
  title: string;
  explanation?: string;
  failed: readonly FailedRecord[];
  /** `onConfirm` continues with the other records, if there are any. */
  others?: { verb: string; count: number; onConfirm: () => void };
}): void => {
  const hidden = failed.length - shownAtMost;
  openNotice({
    title,
    size: 'lg',
    content: () => (
      <>
        {explanation && <Text>{explanation}</Text>}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard */}
        <ul className={classes.list} tabIndex={0} aria-label="Reasons">
          {failed.slice(0, shownAtMost).map(({ id, label, message }) => (
            <li key={id} className={classes.record}>
              {label && <b>{label}</b>}
              <span>{message}</span>
            </li>
          ))}
          {hidden > 0 && <li className={classes.record}>{`and ${hidden.toLocaleString('en')} more`}</li>}
        </ul>
      </>
    ),
    actions: (close) =>
      others &&
      others.count > 0 && (
        <Button
          variant="solid"
          onClick={() => {
            close();
            others.onConfirm();
          }}
        >
          {`${others.verb} the other ${others.count.toLocaleString('en')}`}
        </Button>
      ),
  });
};
