// biome-ignore-all lint/a11y/useSemanticElements: table rows can't be positioned absolutely
// biome-ignore-all lint/a11y/useFocusableInteractive: only the grid's active cell is focusable
// biome-ignore-all lint/a11y/noStaticElementInteractions: a cell's role depends on its column
// biome-ignore-all lint/a11y/useAriaPropsSupportedByRole: a cell's role depends on its column

import type { HTMLAttributes, MouseEvent, ReactNode } from 'react';
import { RowCheckbox } from '../row-checkbox.tsx';
import classes from './grid.module.css';
import type { CellErrors, GridColumn } from './grid-changes.ts';
import { cellMessageId } from './use-grid.ts';

export const GridRow = <Row,>({
  record,
  title,
  row,
  columns,
  activeColumn,
  isSelected,
  errors,
  getChange,
  editor,
  rowProps,
  onCellClick,
  onEdit,
  onToggle,
}: {
  record: Row;
  title: string;
  row: number;
  columns: readonly GridColumn<Row>[];
  /** Null if another row is active. */
  activeColumn: number | null;
  isSelected: boolean;
  errors: CellErrors;
  /** Describes the unsaved change of a cell. */
  getChange: ((column: string) => string | undefined) | undefined;
  /** Replaces the active cell during editing. */
  editor: ReactNode;
  rowProps: HTMLAttributes<HTMLElement> | undefined;
  onCellClick: (column: number, event: MouseEvent) => void;
  onEdit: (column: number) => void;
  onToggle: (event: MouseEvent) => void;
}) => (
  <div role="row" aria-rowindex={row + 2} aria-selected={isSelected} className={classes.row} {...rowProps}>
    <div role="gridcell" aria-colindex={1} className={classes.checkboxCell}>
      <RowCheckbox tabIndex={-1} checked={isSelected} aria-label={`Select ${title}`} onClick={onToggle} readOnly />
    </div>
    {columns.map(({ name, isNumeric, isRowHeader, isReadOnly, getPanelLabel, render }, column) => {
      const isActive = activeColumn === column;
      const error = errors[name];
      const change = getChange?.(name);
      return (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the grid handles the keys of all its cells
        <div
          key={name}
          role={isRowHeader ? 'rowheader' : 'gridcell'}
          aria-colindex={column + 2}
          aria-invalid={error ? true : undefined}
          aria-readonly={isReadOnly || undefined}
          title={isActive ? undefined : (error ?? change)}
          aria-describedby={isActive && error ? cellMessageId : undefined}
          tabIndex={isActive && !editor ? 0 : -1}
          data-cell={isActive ? 'active' : undefined}
          data-numeric={isNumeric || undefined}
          data-changed={change !== undefined || undefined}
          className={classes.cell}
          onClick={(event) => onCellClick(column, event)}
          onDoubleClick={() => onEdit(column)}
        >
          {isActive && editor ? (
            editor
          ) : getPanelLabel ? (
            <button
              type="button"
              tabIndex={-1}
              className={classes.panelButton}
              aria-label={getPanelLabel(record)}
              onClick={() => onEdit(column)}
            >
              {render(record)}
            </button>
          ) : (
            <span className={classes.text}>{render(record)}</span>
          )}
        </div>
      );
    })}
  </div>
);
