import { Badge } from '@mantine/core';
import type { BooleanField, Field, MultiSelectField, SelectField, Status } from '#shared/resource-kit/fields.ts';
import { formatYesNo, statusLabels, statusOptions } from '#shared/resource-kit/labels.ts';
import { joinChoices } from '../../ui/format.ts';
import { StatusSwitch } from '../../ui/switch.tsx';
import type { Kind } from './kind.ts';

const yesNoOptions = [true, false].map((value) => ({ value: String(value), label: formatYesNo(value) }));

export const boolean: Kind<BooleanField> = {
  input: 'checkbox',
  format: ({ name, record }) => formatYesNo(record[name] === true),
  getOptions: () => yesNoOptions,
  width: 6,
};

export const status: Kind<Extract<Field, { kind: 'status' }>> = {
  input: 'switch',
  format: ({ name, record }) => statusLabels[record[name] as Status] ?? '',
  Cell: ({ field, name, record, getTitle, setStatus }) => (
    <StatusSwitch
      label={`${field.label} of ${getTitle(record)}`}
      status={record[name] as Status}
      isDisabled={!setStatus}
      isCompact
      onChange={(value) => setStatus?.(record, value)}
    />
  ),
  getOptions: () => statusOptions,
  width: 7,
};

const getLabel = ({ options }: SelectField, value: unknown) =>
  options.find((option) => option.value === value)?.label ?? '';

export const choice: Kind<SelectField> = {
  input: 'select',
  format: ({ field, name, record }) => getLabel(field, record[name]),
  Cell: ({ field, name, record }) => {
    const label = getLabel(field, record[name]);
    return label && <Badge>{label}</Badge>;
  },
  getOptions: ({ options }) => options,
};

export const choices: Kind<MultiSelectField> = {
  input: 'multiSelect',
  format: ({ name, record }) => joinChoices(record[name]),
};
