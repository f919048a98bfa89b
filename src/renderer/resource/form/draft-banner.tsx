import { Box, Button, Group } from '@mantine/core';
import { IconPencilExclamation } from '@tabler/icons-react';
import { useState } from 'react';
import { formatDateTime } from '../../ui/format.ts';
import type { RecoverableDraft } from './use-draft.ts';

export const DraftBanner = ({ offered }: { offered: RecoverableDraft | null }) => {
  const [isBusy, setIsBusy] = useState(false);
  const restore = () => {
    setIsBusy(true);
    void offered?.restore().finally(() => setIsBusy(false));
  };
  return (
    <div role="status">
      {offered && (
        <Group
          gap="8px 12px"
          mb="md"
          px={14}
          py={10}
          c="var(--bo-notice-ink)"
          bg="var(--bo-notice-paper)"
          bdrs="md"
        >
          <IconPencilExclamation size="1.125rem" aria-hidden />
          <Box flex="1 1 14rem">{`You have unsaved changes from ${formatDateTime(offered.savedAt)}`}</Box>
          <Button size="compact-sm" disabled={isBusy} onClick={restore}>
            Restore
          </Button>
          <Button size="compact-sm" disabled={isBusy} onClick={offered.discard}>
            Discard
          </Button>
        </Group>
      )}
    </div>
  );
};
