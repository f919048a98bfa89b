import { Button } from '@mantine/core';
import { IconUserEdit } from '@tabler/icons-react';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { inSentence } from '#shared/resource-kit/labels.ts';
import { WarningBanner } from '../../ui/inline-alert.tsx';
import type { SavedMeanwhile } from './use-saved-meanwhile.ts';

const getMessage = (saved: SavedMeanwhile, resource: Resource): string => {
  const label = inSentence(resource.label);
  if (saved === 'deleted') return `This ${label} has been deleted, so your changes can’t be saved.`;
  const { isSelf, name } = saved.author;
  const author = isSelf ? 'You, in another window,' : (name ?? 'Someone else');
  return `${author} saved this ${label} while you were editing it.`;
};

/** Says that others have saved the record since the form was opened. */
export const SavedMeanwhileBanner = ({ saved, resource }: { saved: SavedMeanwhile | null; resource: Resource }) => (
  <div role="status">
    {saved && (
      <WarningBanner Icon={IconUserEdit} text={getMessage(saved, resource)} mb="md">
        {saved !== 'deleted' && (
          <>
            <Button size="compact-sm" onClick={saved.update}>
              Update
            </Button>
            <Button size="compact-sm" onClick={saved.compare}>
              Compare
            </Button>
          </>
        )}
      </WarningBanner>
    )}
  </div>
);
