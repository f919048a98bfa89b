import { Pagination } from '@mantine/core';
import { inactiveWhen } from './inactive.ts';

/** Buttons for the pages of a list, counted from 1. */
export const Pager = ({
  page,
  pageCount,
  onChange,
}: {
  page: number;
  pageCount: number;
  onChange: (page: number) => void;
}) => (
  <Pagination
    size="md"
    total={pageCount}
    value={page}
    onChange={onChange}
    getItemProps={(item) => ({ 'aria-label': `Page ${item}`, children: item.toLocaleString('en') })}
    getControlProps={(control) => ({
      'aria-label': control === 'next' ? 'Next page' : 'Previous page',
      // Mantine's own attribute would take the focus away at the first and last page.
      disabled: false,
      ...(page === (control === 'next' ? pageCount : 1) && inactiveWhen(true, undefined)),
    })}
  />
);
