import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import type { FieldKind } from '#shared/resource-kit/fields.ts';
import type { GridColumn } from '../../ui/grid/grid-column.ts';
import type { Column } from '../../ui/table-columns.ts';
import { getCellText, isEditable } from './sheet-cells.ts';

/** In rem; columns of other kinds share the remaining width. */
const widths: Partial<Record<FieldKind, number>> = {
  status: 7,
  boolean: 6,
  number: 7,
  money: 7,
  date: 8,
  choice: 8,
};
const minWidth = 11;

const toRem = (width: string | undefined): number | undefined =>
  width?.endsWith('rem') ? Number.parseFloat(width) : undefined;

export type SheetColumns = { columns: readonly GridColumn<AnyRecord>[]; minWidth: string };

/** Columns of a sheet: those of the list, except for row numbers and actions. Other fields than plain ones are read-only. */
export const getSheetColumns = (
  { fields, titleField }: Resource,
  listColumns: readonly Column<AnyRecord>[],
  lockedFields: readonly string[],
): SheetColumns => {
  let total = 0;
  const columns = listColumns
    .filter(({ id, isActions }) => !isActions && id !== 'serial')
    .map(({ id, header, cell, width, isNumeric, isMain }): GridColumn<AnyRecord> => {
      const field = fields[id];
      const canEdit = field !== undefined && isEditable(field) && !lockedFields.includes(id);
      const rem = field && isEditable(field) ? widths[field.kind] : (toRem(width) ?? (isNumeric ? 7 : undefined));
      total += rem ?? minWidth;
      return {
        name: id,
        label: header,
        track: rem === undefined ? `minmax(${minWidth}rem, 1fr)` : `${rem}rem`,
        isNumeric: isNumeric === true,
        isRowHeader: isMain === true || id === titleField,
        isReadOnly: !canEdit,
        field: canEdit ? field : undefined,
        render: (record) => (canEdit ? getCellText(field, id, record) : cell(record, 0)),
      };
    });
  return { columns, minWidth: `${total + 2.75}rem` };
};
