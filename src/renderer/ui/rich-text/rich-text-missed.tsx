import { CloseButton, Group, Text } from '@mantine/core';
import { listed } from '#shared/resource/words.ts';
import classes from './rich-text-frame.module.css';

/** Names the content that was not pasted, directly at the editor. */
export const MissedNote = ({ names, onDismiss }: { names: readonly string[]; onDismiss: () => void }) => (
  <div role="status">
    {names.length > 0 && (
      <Group className={classes.missed} justify="space-between" wrap="nowrap">
        <Text size="sm">{`Not pasted: ${listed(names)}`}</Text>
        <CloseButton size="sm" aria-label="Dismiss" onClick={onDismiss} />
      </Group>
    )}
  </div>
);
