import { Box, Button } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { formatCount } from '#shared/resource-kit/labels.ts';
import { useAnnouncement } from '../../ui/announcements.tsx';
import { getOwnChangeTime } from '../invalidate.ts';

type ListQuery<Row> = {
  data: { data: Row[]; total: number } | undefined;
  dataUpdatedAt: number;
  isPlaceholderData: boolean;
};

/** Whether the pointer is over the rows or their notice, or one of them has the focus. */
const areRowsInUse = (): boolean => document.querySelector('[data-steady]:is(:hover, :focus-within)') !== null;

/** Keeps rows in their places while they are in use: values are updated, other changes of colleagues wait. */
export const useSteadyRows = <Row extends { _id: string }>(query: ListQuery<Row>, params: string) => {
  const { data: rows, total } = query.data ?? { data: [], total: 0 };
  const updatedAt = query.dataUpdatedAt;
  const key = query.isPlaceholderData ? '' : params;
  const loaded = { rows, total, updatedAt, key };
  const [shown, setShown] = useState(loaded);
  if (shown.key !== key || shown.updatedAt !== updatedAt) {
    const ownChangeAt = getOwnChangeTime();
    const isOwnChange = shown.key !== key || (shown.updatedAt <= ownChangeAt && ownChangeAt < updatedAt);
    const isKept = !isOwnChange && shown.rows.length > 0 && areRowsInUse();
    const byId = new Map(rows.map((row) => [row._id, row]));
    const kept = { rows: shown.rows.map((row) => byId.get(row._id) ?? row), total: shown.total };
    setShown({ ...loaded, ...(isKept && kept) });
  }
  const isWaiting = rows.length !== shown.rows.length || rows.some(({ _id }, index) => _id !== shown.rows[index]?._id);
  const show = useEffectEvent(() => setShown(loaded));
  useEffect(() => {
    if (!isWaiting) return;
    const showIfUnused = () => !areRowsInUse() && show();
    const listening = new AbortController();
    for (const type of ['pointerover', 'focusin'])
      document.addEventListener(type, showIfUnused, { signal: listening.signal });
    return () => listening.abort();
  }, [isWaiting]);
  const added = total - shown.total;
  const text = added > 0 ? `${formatCount(added, 'new item')} – show` : 'The list has changed – show';
  return {
    rows: shown.rows,
    waiting: { text: isWaiting ? text : undefined, onShow: () => setShown(loaded) },
  };
};

/** Offers to show the changes that wait, above the header, so that it moves no row. */
export const WaitingRows = ({ text, onShow }: ReturnType<typeof useSteadyRows>['waiting']) => {
  useAnnouncement(text);
  return (
    <Box pos="relative" h={0} className="bo-no-print" data-steady style={{ zIndex: 4 }}>
      {text && (
        <Button pos="absolute" left="50%" top={4} size="compact-sm" onClick={onShow} style={{ translate: '-50%' }}>
          {text}
        </Button>
      )}
    </Box>
  );
};
