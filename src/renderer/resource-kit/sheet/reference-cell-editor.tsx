import type { SelectOption } from '#shared/api.ts';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { displayNameOf, type ReferenceField } from '#shared/resource-kit/fields.ts';
import { inSentence } from '#shared/resource-kit/labels.ts';
import { findResource } from '#shared/resources/index.ts';
import type { CellEditorProps } from '../../ui/grid/cell-editor.tsx';
import { OptionEditor } from '../../ui/grid/option-editor.tsx';
import { deletedLabel } from '../hooks.ts';
import { useReferenceOptions } from '../reference-options.ts';

/** Chooses a referenced record, limited by the other references of the row. */
export const ReferenceCellEditor = ({
  resource,
  field,
  name,
  record,
  onCommit,
  ...props
}: Omit<CellEditorProps, 'isNumeric' | 'onCommit'> & {
  resource: Resource;
  field: ReferenceField;
  name: string;
  record: AnyRecord;
  onCommit: (options: readonly SelectOption[]) => CellEditorProps['onCommit'];
}) => {
  const { options, missing } = useReferenceOptions({ resource, name, readValue: (other) => record[other] });
  const target = inSentence(findResource(field.to)?.labelPlural ?? '');
  const id = typeof record[name] === 'string' ? record[name] : null;
  const loaded = options.data ?? [];
  const isListed = id === null || loaded.some(({ value }) => value === id);
  const all = isListed
    ? loaded
    : [{ value: id, label: String(record[displayNameOf(name)] ?? deletedLabel(field.to)) }, ...loaded];
  const nothingFound = () => {
    if (missing !== null) return `Select ${inSentence(missing)} first`;
    if (options.isError) return 'Couldn’t load the options';
    return options.isLoading || options.isSearching ? 'Loading' : `No ${target} match`;
  };
  return (
    <OptionEditor
      {...props}
      options={all}
      value={id}
      nothingFound={nothingFound()}
      hint={options.search.hint}
      onSearch={options.search.onSearch}
      onCommit={onCommit(all)}
    />
  );
};
