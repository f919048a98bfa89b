import { Alert, Button, Tooltip } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';

/** The reason why chats are read-only samples. */
export const noChatsText = 'This server doesn’t support help chats';

/** Says that what is shown is not real. */
export const SampleNotice = () => (
  <Alert color="gray" variant="light" title="Sample data" icon={<IconInfoCircle size="1.125rem" />}>
    {noChatsText}. These are examples.
  </Alert>
);

/** A disabled button that can be focused, so that its tooltip is readable by keyboard too. */
export const UnavailableButton = ({ label }: { label: string }) => (
  <Tooltip label={noChatsText} events={{ hover: true, focus: true, touch: true }}>
    <Button variant="default" aria-disabled data-disabled onClick={(event) => event.preventDefault()}>
      {label}
    </Button>
  </Tooltip>
);
