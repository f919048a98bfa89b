import { Box, Button } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { useDropdown } from '../../ui/dropdown.tsx';
import { inactiveWhen } from '../../ui/inactive.ts';
import { ArrangeList } from './arrange-list.tsx';
import type { ColumnSettings, ConfiguredColumn } from './column-settings.ts';

export const ColumnMenu = ({
  columns,
  isCustomized,
  onChange,
}: {
  columns: readonly ConfiguredColumn[];
  isCustomized: boolean;
  /** Undefined resets to the list's own columns. */
  onChange: (settings: ColumnSettings | undefined) => void;
}) => {
  const { library, dropdownProps, reference, targetProps } = useDropdown('dialog');
  return (
    <>
      <Button {...targetProps} leftSection={<IconColumns3 size="1rem" stroke={1.75} />}>
        Columns
      </Button>
      {library && (
        <library.Popover {...dropdownProps} position="bottom-end" withRoles trapFocus returnFocus>
          <library.Popover.Target>{reference}</library.Popover.Target>
          <library.Popover.Dropdown p={0}>
            <ArrangeList items={columns} onChange={onChange} />
            <Box p={6} style={{ borderTop: '1px solid var(--bo-line)' }}>
              <Button size="compact-sm" variant="subtle" {...inactiveWhen(!isCustomized, () => onChange(undefined))}>
                Reset columns
              </Button>
            </Box>
          </library.Popover.Dropdown>
        </library.Popover>
      )}
    </>
  );
};
