import { Button } from '@mantine/core';
import { IconPencilExclamation } from '@tabler/icons-react';
import { useState } from 'react';
import { formatDateTime } from '../../ui/format.ts';
import { WarningBanner } from '../../ui/warning-banner.tsx';
import type { RecoverableDraft } from './use-stored-draft.ts';

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
        <WarningBanner Icon={IconPencilExclamation} text={getMessage(draft)} mb="md">
          {draft.restore && (
            <Button size="compact-sm" disabled={isBusy} onClick={restore}>
              Restore
            </Button>
          )}
          <Button size="compact-sm" disabled={isBusy} onClick={draft.discard}>
            Discard
          </Button>
        </WarningBanner>
      )}
    </div>
  );
};
