import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { displayNameOf, type InheritedField, type ReferenceField } from '#shared/resource-kit/fields.ts';
import { TruncatedText } from '../../ui/truncated-text.tsx';
import { optionsQuery } from '../hooks.ts';
import type { Kind, ValueProps } from './kind.ts';

type AnyReference = ReferenceField | InheritedField;

/** Renders the name of a referenced record, from the select list if the server returns only its id. */
const ReferenceLabel = ({
  field,
  name,
  record,
  children,
}: ValueProps<AnyReference> & { children: (label: string) => ReactNode }) => {
  const id = record[name] ?? '';
  const ownLabel = record[displayNameOf(name)] ?? '';
  const { data } = useQuery({ ...optionsQuery(field.to), enabled: id !== '' && ownLabel === '' });
  return children(String(ownLabel || data?.find(({ value }) => value === id)?.label || ''));
};

export const reference: Kind<AnyReference> = {
  input: 'reference',
  format: ({ name, record }) => String(record[displayNameOf(name)] ?? ''),
  Cell: (props) => <ReferenceLabel {...props}>{(label) => <TruncatedText text={label} />}</ReferenceLabel>,
  Value: (props) => <ReferenceLabel {...props}>{(label) => label || 'N/A'}</ReferenceLabel>,
};

export const inherited: Kind<InheritedField> = { ...reference, isDerived: true };
