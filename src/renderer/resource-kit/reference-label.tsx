import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { displayNameOf, type Field, isReferenceField } from '#shared/resource-kit/fields.ts';
import { optionsQuery } from './hooks.ts';

/** Renders the name of a referenced record, from the select list if the server returns only its id. */
export const ReferenceLabel = (props: {
  field: Field;
  name: string;
  record: Readonly<Record<string, unknown>>;
  children: (label: string) => ReactNode;
}) => {
  const { field, name, record, children } = props;
  const id = record[name] ?? '';
  const ownLabel = record[displayNameOf(name)] ?? '';
  const target = isReferenceField(field) ? field.to : '';
  const { data } = useQuery({ ...optionsQuery(target), enabled: id !== '' && ownLabel === '' });
  return children(String(ownLabel || data?.find(({ value }) => value === id)?.label || ''));
};
