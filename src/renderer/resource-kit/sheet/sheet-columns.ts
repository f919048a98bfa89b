import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import type { GridColumn } from '../../ui/grid/grid-column.ts';
import type { Column } from '../../ui/table-columns.ts';
import { getKind } from '../kinds/index.ts';
import { getEditing } from '../kinds/inputs.tsx';
import { getCellText, isEditable } from './sheet-cells.ts';

/** In rem. */
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
      const rem = field && isEditable(field) ? getKind(field).width : (toRem(width) ?? (isNumeric ? 7 : undefined));
      total += rem ?? minWidth;
      return {
        name: id,
        label: header,
        track: rem === undefined ? `minmax(${minWidth}rem, 1fr)` : `${rem}rem`,
        isNumeric: isNumeric === true,
        isRowHeader: isMain === true || id === titleField,
        isReadOnly: !canEdit,
        clarify: canEdit ? (texts) => getEditing(field).clarify?.(field, texts) ?? Promise.resolve(texts) : undefined,
        render: (record) => (canEdit ? getCellText(field, id, record) : cell(record, 0)),
      };
    });
  return { columns, minWidth: `${total + 2.75}rem` };
};
