import { Badge } from '@mantine/core';
import type { BooleanField, Field, MultiSelectField, SelectField, Status } from '#shared/resource-kit/fields.ts';
import { fixedOptions, formatYesNo } from '#shared/resource-kit/labels.ts';
import { joinChoices } from '../../ui/format.ts';
import { StatusSwitch } from '../../ui/switch.tsx';
import type { Kind, ValueProps } from './kind.ts';

const getLabel = ({ field, name, record }: Pick<ValueProps, 'field' | 'name' | 'record'>): string =>
  fixedOptions(field)?.find(({ value }) => value === record[name])?.label ?? '';

export const boolean: Kind<BooleanField> = {
  input: 'checkbox',
  format: ({ name, record }) => formatYesNo(record[name] === true),
  width: 6,
};

export const status: Kind<Extract<Field, { kind: 'status' }>> = {
  input: 'switch',
  format: getLabel,
  Cell: ({ field, name, record, getTitle, setStatus }) => (
    <StatusSwitch
      label={`${field.label} of ${getTitle(record)}`}
      status={record[name] as Status}
      isDisabled={!setStatus}
      isCompact
      onChange={(value) => setStatus?.(record, value)}
    />
  ),
  width: 7,
};

export const choice: Kind<SelectField> = {
  input: 'select',
  format: getLabel,
  Cell: (props) => {
    const label = getLabel(props);
    return label && <Badge>{label}</Badge>;
  },
};

export const choices: Kind<MultiSelectField> = {
  input: 'multiSelect',
  format: ({ name, record }) => joinChoices(record[name]),
};
