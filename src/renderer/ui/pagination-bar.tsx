import { Group, NativeSelect, Pagination, Text } from '@mantine/core';
import { rowsPerPageOptions } from '#shared/client-defaults.ts';
import { useAnnouncedChanges } from './announcements.tsx';
import { inactiveWhen } from './icon-button.tsx';
import { useShortcut } from './shortcuts.ts';

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

export const PaginationBar = ({
  page: { pageIndex, pageSize },
  total,
  isLoading,
  onChange,
}: {
  /** `pageIndex` is zero-based. */
  page: { pageIndex: number; pageSize: number };
  total: number;
  isLoading: boolean;
  onChange: (change: { pageIndex: number } | { pageSize: number }) => void;
}) => {
  const onPageIndexChange = (index: number) => onChange({ pageIndex: index });
  const first = pageIndex * pageSize + 1;
  const last = Math.min((pageIndex + 1) * pageSize, total);
  const range =
    total > 0 ? `${first.toLocaleString('en')}–${last.toLocaleString('en')} of ${total.toLocaleString('en')}` : '';
  const shownRows = total > 0 ? `Rows ${first} to ${last} of ${total}` : 'No results';
  useAnnouncedChanges(isLoading ? '' : shownRows);
  const pageCount = Math.max(1, Math.ceil(total / pageSize));
  useShortcut('previousPage', pageIndex > 0 ? () => onPageIndexChange(pageIndex - 1) : undefined);
  useShortcut('nextPage', pageIndex < pageCount - 1 ? () => onPageIndexChange(pageIndex + 1) : undefined);
  const sizes = [...new Set([...rowsPerPageOptions, pageSize])].sort((a, b) => a - b);
  return (
    <Group
      component="nav"
      justify="space-between"
      gap="0.5rem 1rem"
      px="var(--bar-margin, 1rem)"
      py="0.625rem"
      className="bo-no-print"
      style={{ borderTop: '1px solid var(--bo-line)' }}
      aria-label="Pagination"
    >
      <Group gap="xs" wrap="nowrap">
        <Text component="label" htmlFor="rows-per-page" fz="0.8125rem" c="dimmed">
          Rows per page
        </Text>
        <NativeSelect
          id="rows-per-page"
          size="xs"
          styles={{ input: { height: '2rem' } }}
          value={String(pageSize)}
          data={sizes.map(String)}
          onChange={(event) => onChange({ pageSize: Number(event.currentTarget.value) })}
        />
      </Group>
      <Group gap="0.5rem 1.25rem">
        <Text size="sm" c="dimmed">
          {range}
        </Text>
        <Pager page={pageIndex + 1} pageCount={pageCount} onChange={(page) => onPageIndexChange(page - 1)} />
      </Group>
    </Group>
  );
};
