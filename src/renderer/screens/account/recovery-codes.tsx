import { Alert, Button, Checkbox, CopyButton, Group, Stack, Text } from '@mantine/core';
import { IconCheck, IconCopy, IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './account-page.module.css';

/** Shows the recovery codes once; the server doesn't know them afterwards. */
export const RecoveryCodes = ({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) => {
  const [areStored, setAreStored] = useState(false);
  return (
    <Stack gap="md">
      <Text>
        Two-factor login is on. Store these recovery codes where you can find them without your phone. Each of them logs
        you in once instead of a code from the app.
      </Text>
      <ul className={classes.recoveryCodes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Alert color="gray" variant="light" icon={<IconInfoCircle size="1.125rem" />}>
        They won’t be shown again.
      </Alert>
      <Checkbox
        label="I’ve stored the recovery codes"
        checked={areStored}
        onChange={(event) => setAreStored(event.currentTarget.checked)}
      />
      <Group justify="flex-end">
        <CopyButton value={codes.join('\n')}>
          {({ copied, copy }) => (
            <Button leftSection={copied ? <IconCheck size="1rem" /> : <IconCopy size="1rem" />} onClick={copy}>
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
        <Button variant="brand" disabled={!areStored} onClick={onDone}>
          Done
        </Button>
      </Group>
    </Stack>
  );
};
