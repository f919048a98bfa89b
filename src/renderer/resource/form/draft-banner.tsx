import { Button } from '@mantine/core';
import { IconPencilExclamation } from '@tabler/icons-react';
import { useState } from 'react';
import { formatMoment } from '../../ui/format.ts';
import classes from './draft-banner.module.css';
import type { OfferedDraft } from './use-draft.ts';

/** Offers what was typed into this form before and never saved. */
export const DraftBanner = ({ offered }: { offered: OfferedDraft | null }) => {
  const [isBusy, setIsBusy] = useState(false);
  const restore = () => {
    setIsBusy(true);
    void offered?.restore().finally(() => setIsBusy(false));
  };
  return (
    <div role="status">
      {offered && (
        <div className={classes.root}>
          <IconPencilExclamation size="1.125rem" aria-hidden />
          <span>{`You have unsaved changes from ${formatMoment(offered.savedAt)}`}</span>
          <Button size="compact-sm" variant="default" disabled={isBusy} onClick={restore}>
            Restore
          </Button>
          <Button size="compact-sm" variant="default" disabled={isBusy} onClick={offered.discard}>
            Discard
          </Button>
        </div>
      )}
    </div>
  );
};
