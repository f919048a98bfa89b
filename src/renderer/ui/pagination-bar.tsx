import { Group, NativeSelect, Pagination, Text } from '@mantine/core';
import { rowsPerPageOptions } from '#shared/client-defaults.ts';
import { keepToastsAbove } from './keep-toasts-above.ts';
import { useShortcut } from './shortcuts.ts';

export const PaginationBar = ({
  page: { pageIndex, pageSize },
  total,
  onChange,
}: {
  /** `pageIndex` is zero-based. */
  page: { pageIndex: number; pageSize: number };
  total: number;
  onChange: (change: { pageIndex: number } | { pageSize: number }) => void;
}) => {
  const onPageIndexChange = (index: number) => onChange({ pageIndex: index });
  const first = pageIndex * pageSize + 1;
  const last = Math.min((pageIndex + 1) * pageSize, total);
  const pageCount = Math.max(1, Math.ceil(total / pageSize));
  useShortcut('previousPage', pageIndex > 0 ? () => onPageIndexChange(pageIndex - 1) : undefined);
  useShortcut('nextPage', pageIndex < pageCount - 1 ? () => onPageIndexChange(pageIndex + 1) : undefined);
  const sizes = [...new Set([...rowsPerPageOptions, pageSize])].sort((a, b) => a - b);
  return (
    <Group
      component="nav"
      ref={keepToastsAbove}
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
        <Text size="sm" c="dimmed" role="status">
          {total > 0 &&
            `${first.toLocaleString('en')}–${last.toLocaleString('en')} of ${total.toLocaleString('en')}`}
        </Text>
        <Pagination
          total={pageCount}
          value={pageIndex + 1}
          onChange={(page) => onPageIndexChange(page - 1)}
        />
      </Group>
    </Group>
  );
};
