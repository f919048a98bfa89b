import { Button } from '@mantine/core';
import { IconPencilExclamation } from '@tabler/icons-react';
import { formatDateTime } from '../../ui/format.ts';
import { WarningBanner } from '../../ui/inline-alert.tsx';
import { useBusy } from '../../ui/use-busy.ts';
import { useAreDraftsStored } from '../use-unsaved-changes-guard.ts';
import type { RecoverableDraft } from './use-draft.ts';

const notStoredText =
  'Can’t keep your unsaved changes on this computer, because its storage is full or blocked. Save before you leave.';

const getMessage = ({ savedAt, restore }: RecoverableDraft): string =>
  restore
    ? `You have unsaved changes from ${formatDateTime(savedAt)}`
    : `Can’t read your unsaved changes from ${formatDateTime(savedAt)}. They’re damaged, or the server’s key has changed.`;

export const DraftBanner = ({ draft }: { draft: RecoverableDraft | null }) => {
  const [isBusy, track] = useBusy();
  const areStored = useAreDraftsStored();
  const restore = draft?.restore;
  return (
    <div role="status" style={draft || !areStored ? undefined : { display: 'contents' }}>
      {!areStored && <WarningBanner Icon={IconPencilExclamation} text={notStoredText} mb="md" />}
      {draft && (
        <WarningBanner Icon={IconPencilExclamation} text={getMessage(draft)} mb="md">
          {restore && (
            <Button size="compact-sm" disabled={isBusy} onClick={() => void track(restore())}>
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
