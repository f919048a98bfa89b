import type { DateField, MoneyField, NumberField } from '#shared/resource-kit/fields.ts';
import { formatDate, formatMoney } from '../../ui/format.ts';
import type { Kind } from './kind.ts';

export const number: Kind<NumberField> = {
  input: 'number',
  format: ({ name, record }) => (record[name] as number | null)?.toLocaleString('en') ?? '',
  // With thousands separators, 1,250 would be ambiguous as soon as the user edits it.
  toText: (value) => String(value ?? ''),
  width: 7,
  isTabular: true,
};

export const money: Kind<MoneyField> = {
  input: 'amount',
  format: ({ name, record }) => formatMoney(record[name] as number | null),
  toText: (value) => (typeof value === 'number' ? value.toFixed(2) : ''),
  width: 7,
  isTabular: true,
  isRangeFilter: true,
};

export const date: Kind<DateField> = {
  input: 'date',
  format: ({ name, record }) => formatDate(record[name] as string | null),
  width: 8,
  isTabular: true,
};
