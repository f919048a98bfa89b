import { Alert } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';

/** Says that what is shown is not real. */
export const SampleNotice = () => (
  <Alert color="gray" variant="light" title="Sample data" icon={<IconInfoCircle size="1.125rem" />}>
    This server keeps no help chats. What you see is only an example of how they would look.
  </Alert>
);
