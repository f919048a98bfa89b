import { CloseButton, Group, Text } from '@mantine/core';
import classes from './rich-text-frame.module.css';

/** Lists the content that wasn't inserted, until it is dismissed or no longer applies. */
export const MissedNote = ({
  messages,
  onDismiss,
}: {
  messages: readonly string[];
  onDismiss: () => void;
}) => (
  <div role="status">
    {messages.length > 0 && (
      <Group className={classes.missed} justify="space-between" wrap="nowrap" align="flex-start">
        <div>
          {messages.map((message) => (
            <Text key={message} size="sm">
              {message}
            </Text>
          ))}
        </div>
        <CloseButton size="sm" aria-label="Dismiss" onClick={onDismiss} />
      </Group>
    )}
  </div>
);
