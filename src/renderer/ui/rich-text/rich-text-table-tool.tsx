import { Menu, UnstyledButton } from '@mantine/core';
import { IconCheck, IconChevronDown, IconTable } from '@tabler/icons-react';
import classes from './rich-text-frame.module.css';

export type TableActions = {
  insert: () => void;
  insertRow: (side: 'above' | 'below') => void;
  insertColumn: (side: 'before' | 'after') => void;
  remove: (part: 'row' | 'column' | 'table') => void;
  toggleHeaderRow: () => void;
  hasHeaderRow: () => boolean;
};

const TableItems = ({ actions }: { actions: TableActions }) => {
  const { insertRow, insertColumn, remove, toggleHeaderRow } = actions;
  const hasHeaderRow = actions.hasHeaderRow();
  return (
    <>
      <Menu.Item onClick={() => insertRow('above')}>Insert row above</Menu.Item>
      <Menu.Item onClick={() => insertRow('below')}>Insert row below</Menu.Item>
      <Menu.Item onClick={() => insertColumn('before')}>Insert column before</Menu.Item>
      <Menu.Item onClick={() => insertColumn('after')}>Insert column after</Menu.Item>
      <Menu.Divider />
      <Menu.Item
        role="menuitemcheckbox"
        aria-checked={hasHeaderRow}
        rightSection={hasHeaderRow && <IconCheck size="1rem" aria-hidden />}
        onClick={toggleHeaderRow}
      >
        Header row
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item onClick={() => remove('row')}>Remove row</Menu.Item>
      <Menu.Item onClick={() => remove('column')}>Remove column</Menu.Item>
      <Menu.Item onClick={() => remove('table')}>Remove table</Menu.Item>
    </>
  );
};

export const TableTool = ({ isInTable, actions }: { isInTable: boolean; actions: TableActions }) => (
  <Menu returnFocus={false} position="bottom-start">
    <Menu.Target>
      <UnstyledButton className={classes.tool} aria-label="Table" aria-pressed={isInTable}>
        <IconTable size="1.125rem" stroke={1.75} />
        <IconChevronDown size="0.875rem" aria-hidden />
      </UnstyledButton>
    </Menu.Target>
    <Menu.Dropdown>
      {isInTable ? (
        <TableItems actions={actions} />
      ) : (
        <Menu.Item onClick={actions.insert}>Insert table</Menu.Item>
      )}
    </Menu.Dropdown>
  </Menu>
);
