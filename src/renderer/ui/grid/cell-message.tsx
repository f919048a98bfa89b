import { Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { cellMessageId } from './use-grid.ts';

/** Says why the active cell is invalid. A cell refers to it when it takes the focus; an open editor has the focus. */
export const CellMessage = ({ isAlert, children }: { isAlert: boolean; children: string }) => {
  const ref = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    ref.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <Text ref={ref} id={cellMessageId} fz="0.8125rem" c="var(--bo-danger)" role={isAlert ? 'alert' : undefined}>
      {children}
    </Text>
  );
};
