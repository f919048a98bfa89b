import { Button, Group, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { RefusedRecord } from '#shared/bulk.ts';
import classes from './refusal-dialog.module.css';

const shownAtMost = 100;

/** Names the records that something was refused for, and why; offers to do it without them. */
export const openRefusalDialog = ({
  title,
  explanation,
  failed,
  others,
}: {
  title: string;
  explanation?: string;
  failed: readonly RefusedRecord[];
  others?: { label: string; onConfirm: () => void };
}): void => {
  const modalId = 'refusal';
  const hidden = failed.length - shownAtMost;
  modals.open({
    modalId,
    title,
    size: 'lg',
    closeButtonProps: { 'aria-label': 'Close' },
    children: (
      <Stack>
        {explanation && <Text>{explanation}</Text>}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard */}
        <ul className={classes.list} tabIndex={0} aria-label="Reasons">
          {failed.slice(0, shownAtMost).map(({ id, label, message }) => (
            <li key={id} className={classes.record}>
              {label && <span className={classes.label}>{label}</span>}
              <span>{message}</span>
            </li>
          ))}
          {hidden > 0 && <li className={classes.record}>{`and ${hidden.toLocaleString('en')} more`}</li>}
        </ul>
        <Group justify="flex-end">
          <Button variant="default" data-autofocus onClick={() => modals.close(modalId)}>
            Close
          </Button>
          {others && (
            <Button
              onClick={() => {
                modals.close(modalId);
                others.onConfirm();
              }}
            >
              {others.label}
            </Button>
          )}
        </Group>
      </Stack>
    ),
  });
};
