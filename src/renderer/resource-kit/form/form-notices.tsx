import { Button } from '@mantine/core';
import { IconClockUp, IconUserEdit } from '@tabler/icons-react';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { inSentence, joinSentences } from '#shared/resource-kit/labels.ts';
import { formatDateTime } from '../../ui/format.ts';
import { WarningBanner } from '../../ui/warning-banner.tsx';
import { DraftBanner } from '../save/draft-banner.tsx';
import type { RecoverableDraft } from '../save/use-draft.ts';
import type { ShownSave } from './use-held-save.ts';
import type { SavedMeanwhile } from './use-saved-meanwhile.ts';

const describeSavedMeanwhile = (saved: SavedMeanwhile, label: string): string => {
  if (saved === 'deleted') return `This ${label} has been deleted, so your changes can’t be saved.`;
  const { isSelf, name } = saved.author;
  const author = isSelf ? 'You, in another window,' : (name ?? 'Someone else');
  return `${author} saved this ${label} while you were editing it.`;
};

const describeWaiting = ({ save, isLoaded }: ShownSave, label: string): string => {
  if (!isLoaded) return `A change to this ${label} is waiting to be sent. This form doesn’t show it.`;
  if (save.problem) return joinSentences(['Your change wasn’t saved', save.problem.message]);
  return `This form shows your change from ${formatDateTime(save.savedAt)}, which is waiting to be sent.`;
};

/** Notices above the fields of a form: others have saved the record, a save of it waits for the server, or there is a draft. */
export const FormNotices = ({
  resource,
  savedMeanwhile,
  queued,
  draft,
}: {
  resource: Resource;
  savedMeanwhile: SavedMeanwhile | null;
  queued: ShownSave | undefined;
  draft: RecoverableDraft | null;
}) => {
  const label = inSentence(resource.label);
  return (
    <>
      <div role="status">
        {savedMeanwhile && (
          <WarningBanner Icon={IconUserEdit} text={describeSavedMeanwhile(savedMeanwhile, label)} mb="md">
            {savedMeanwhile !== 'deleted' && (
              <>
                <Button size="compact-sm" onClick={savedMeanwhile.update}>
                  Update
                </Button>
                <Button size="compact-sm" onClick={savedMeanwhile.compare}>
                  Compare
                </Button>
              </>
            )}
          </WarningBanner>
        )}
      </div>
      <div role="status">
        {queued && <WarningBanner Icon={IconClockUp} text={describeWaiting(queued, label)} mb="md" />}
      </div>
      <DraftBanner draft={draft} />
    </>
  );
};
