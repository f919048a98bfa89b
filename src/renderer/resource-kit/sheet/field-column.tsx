import type { SelectOption } from '#shared/api.ts';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { displayNameOf, type Field, isNumericField, isReferenceField, isTextual } from '#shared/resource-kit/fields.ts';
import { fixedOptions } from '#shared/resource-kit/labels.ts';
import { inputSchema } from '#shared/resource-kit/values.ts';
import { CellEditor, OptionEditor } from '../../ui/grid/cell-editor.tsx';
import type { GridColumn } from '../../ui/grid/grid-changes.ts';
import type { Column } from '../../ui/table-columns.ts';
import { reportError } from '../errors.ts';
import { getKind } from '../kinds/index.tsx';
import { getEditing } from '../kinds/inputs.tsx';
import type { RecordValues } from '../kinds/kind.ts';

/** Whether the value of a field can be typed into a cell. */
export const isEditable = (field: Field): boolean => getEditing(field).parse !== undefined && !getKind(field).isDerived;

/** The text of a cell, as it is edited and copied. */
export const getCellText = (field: Field, name: string, record: RecordValues): string => {
  const { toText, format } = getKind(field);
  return toText ? toText(record[name]) : format({ field, name, record });
};

export type ParsedCell = Record<string, unknown> | { error: string };

/** Parses the text of a cell, or the chosen option, into the changed values, or returns why it is invalid. */
export const parseCell = (
  field: Field,
  name: string,
  cell: { text: string; current?: unknown; chosen?: string | undefined; options?: readonly SelectOption[] },
): ParsedCell => {
  const { text, current, chosen } = cell;
  const options = fixedOptions(field) ?? cell.options ?? [];
  const option = options.find(({ value }) => value === chosen);
  const isReference = isReferenceField(field);
  const parse = () => {
    if (option && isReference) return option;
    if (text.trim() === '' && !isTextual(field)) return { value: null, label: null };
    return getEditing(field).parse?.(field, { text: option?.label ?? text, current, options }) ?? { value: text };
  };
  const parsed = parse();
  if ('error' in parsed) return { error: String(parsed.error) };
  const { data, error } = inputSchema(field).safeParse(parsed.value);
  if (error) return { error: error.issues[0]?.message ?? 'This value isn’t valid' };
  return { [name]: data, ...(isReference && { [displayNameOf(name)]: parsed.label ?? null }) };
};

/** In rem. */
const minWidth = 11;

const toTrack = (rem: number | undefined) => (rem === undefined ? `minmax(${minWidth}rem, 1fr)` : `${rem}rem`);

/** A column of a grid whose rows have the field of a resource. */
export const createFieldColumn = <Row extends RecordValues>(resource: Resource, name: string): GridColumn<Row> => {
  const field = resource.fields[name];
  if (!field) throw new Error(`${resource.label} has no field ${name}`);
  const { width } = getKind(field);
  const { CellEditor: OwnEditor, clarify, loadOptions } = getEditing(field);
  const options = fixedOptions(field);
  const getText = (record: Row) => getCellText(field, name, record);
  return {
    name,
    label: field.label,
    track: toTrack(width),
    isNumeric: isNumericField(field),
    render: getText,
    getText,
    parse: (record, text, choice) =>
      parseCell(field, name, { text, current: record[name], ...choice }) as Partial<Row> | { error: string },
    getEmpty: () => {
      const parsed = parseCell(field, name, { text: '' });
      return 'error' in parsed ? null : (parsed as Partial<Row>);
    },
    getValues: (record) => {
      const names = isReferenceField(field) ? [name, displayNameOf(name)] : [name];
      return Object.fromEntries(names.map((each) => [each, record[each]])) as Partial<Row>;
    },
    renderEditor: (record, props) => {
      const key = `${record._id} ${name}`;
      if (OwnEditor)
        return <OwnEditor key={key} {...props} resource={resource} field={field} name={name} record={record} />;
      if (!options)
        return <CellEditor key={key} {...props} isMultiline={'isMultiline' in field && field.isMultiline} />;
      const value = String(record[name] ?? '') || null;
      return <OptionEditor {...props} options={options} value={value} nothingFound="No options match" />;
    },
    loadOptions:
      loadOptions &&
      (() =>
        loadOptions(field).catch((error: unknown) => {
          reportError(error);
          return null;
        })),
    clarify: clarify && ((texts) => clarify(field, texts)),
  };
};

export type SheetColumns = { columns: readonly GridColumn<AnyRecord>[]; minWidth: string };

/** Columns of a sheet: those of the list, except for row numbers and actions. Other fields than plain ones are read-only. */
export const getSheetColumns = (
  resource: Resource,
  listColumns: readonly Column<AnyRecord>[],
  lockedFields: readonly string[],
): SheetColumns => {
  let total = 0;
  const columns = listColumns
    .filter(({ id, isActions }) => !isActions && id !== 'serial')
    .map(({ id, header, cell, width, isNumeric, isMain }): GridColumn<AnyRecord> => {
      const field = resource.fields[id];
      const listRem = width?.endsWith('rem') ? Number.parseFloat(width) : undefined;
      const isEditableField = field !== undefined && isEditable(field);
      const rem = isEditableField ? getKind(field).width : (listRem ?? (isNumeric ? 7 : undefined));
      total += rem ?? minWidth;
      const column = {
        label: header,
        track: toTrack(rem),
        isNumeric: isNumeric === true,
        isRowHeader: isMain === true || id === resource.titleField,
      };
      if (isEditableField && !lockedFields.includes(id)) return { ...createFieldColumn(resource, id), ...column };
      return {
        ...column,
        name: id,
        isReadOnly: true,
        render: (record) => cell(record, 0),
        getText: (record) => (field ? getCellText(field, id, record) : ''),
        parse: () => ({}),
        getEmpty: () => null,
      };
    });
  return { columns, minWidth: `${total + 2.75}rem` };
};
