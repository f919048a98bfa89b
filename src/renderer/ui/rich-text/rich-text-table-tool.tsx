import { Menu, UnstyledButton } from '@mantine/core';
import { IconCheck, IconChevronDown, IconTable } from '@tabler/icons-react';
import type { RefObject } from 'react';
import classes from './rich-text-frame.module.css';
import { editAtCaret, type Quill } from './rich-text-quill.ts';
import {
  hasHeaderRow,
  insertColumn,
  insertRow,
  insertTable,
  removeFromTable,
  toggleHeaderRow,
} from './rich-text-tables.ts';

type TableToolProps = { isInTable: boolean; quill: RefObject<Quill | null> };

const TableItems = ({ quill }: Pick<TableToolProps, 'quill'>) => {
  const isHeaderRow = quill.current !== null && hasHeaderRow(quill.current);
  const item = (label: string, edit: (quill: Quill) => void) => (
    <Menu.Item onClick={() => editAtCaret(quill, edit)}>{label}</Menu.Item>
  );
  return (
    <>
      {item('Insert row above', (editor) => insertRow(editor, 'above'))}
      {item('Insert row below', (editor) => insertRow(editor, 'below'))}
      {item('Insert column before', (editor) => insertColumn(editor, 'before'))}
      {item('Insert column after', (editor) => insertColumn(editor, 'after'))}
      <Menu.Divider />
      <Menu.Item
        role="menuitemcheckbox"
        aria-checked={isHeaderRow}
        rightSection={isHeaderRow && <IconCheck size="1rem" aria-hidden />}
        onClick={() => editAtCaret(quill, toggleHeaderRow)}
      >
        Header row
      </Menu.Item>
      <Menu.Divider />
      {item('Remove row', (editor) => removeFromTable(editor, 'row'))}
      {item('Remove column', (editor) => removeFromTable(editor, 'column'))}
      {item('Remove table', (editor) => removeFromTable(editor, 'table'))}
    </>
  );
};

export const TableTool = ({ isInTable, quill }: TableToolProps) => (
  <Menu returnFocus={false} position="bottom-start">
    <Menu.Target>
      <UnstyledButton className={classes.tool} aria-label="Table" aria-pressed={isInTable}>
        <IconTable size="1.125rem" />
        <IconChevronDown size="0.875rem" aria-hidden />
      </UnstyledButton>
    </Menu.Target>
    <Menu.Dropdown>
      {isInTable ? (
        <TableItems quill={quill} />
      ) : (
        <Menu.Item onClick={() => editAtCaret(quill, (editor) => insertTable(editor, { rows: 3, columns: 3 }))}>
          Insert table
        </Menu.Item>
      )}
    </Menu.Dropdown>
  </Menu>
);
