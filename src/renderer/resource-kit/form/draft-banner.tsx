import { Box, Button, Group } from '@mantine/core';
import { IconPencilExclamation } from '@tabler/icons-react';
import { useState } from 'react';
import { formatDateTime } from '../../ui/format.ts';
import type { RecoverableDraft } from './use-draft.ts';

const getMessage = ({ savedAt, restore }: RecoverableDraft): string =>
  restore
    ? `You have unsaved changes from ${formatDateTime(savedAt)}`
    : `Can’t read your unsaved changes from ${formatDateTime(savedAt)}. They’re damaged, or the server’s key has changed.`;

export const DraftBanner = ({ draft }: { draft: RecoverableDraft | null }) => {
  const [isBusy, setIsBusy] = useState(false);
  const restore = () => {
    setIsBusy(true);
    void draft?.restore?.().finally(() => setIsBusy(false));
  };
  return (
    <div role="status">
      {draft && (
        <Group
          gap="8px 12px"
          mb="md"
          px={14}
          py={10}
          c="var(--bo-warning-text)"
          bg="var(--bo-warning-background)"
          bdrs="md"
        >
          <IconPencilExclamation size="1.125rem" aria-hidden />
          <Box flex="1 1 14rem">{getMessage(draft)}</Box>
          {draft.restore && (
            <Button size="compact-sm" disabled={isBusy} onClick={restore}>
              Restore
            </Button>
          )}
          <Button size="compact-sm" disabled={isBusy} onClick={draft.discard}>
            Discard
          </Button>
        </Group>
      )}
    </div>
  );
};
