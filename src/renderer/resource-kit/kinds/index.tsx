import { Badge, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import {
  displayNameOf,
  type Field,
  type FieldKind,
  type InheritedField,
  type ReferenceField,
  type Status,
} from '#shared/resource-kit/fields.ts';
import { fixedOptions, formatYesNo } from '#shared/resource-kit/labels.ts';
import { formatDate, formatMoney, joinChoices } from '../../ui/format.ts';
import { toPlainText } from '../../ui/plain-text.ts';
import { StatusSwitch } from '../../ui/switch.tsx';
import { TruncatedText } from '../../ui/truncated-text.tsx';
import { optionsQuery } from '../hooks.ts';
import { Swatch } from '../swatch.tsx';
import { captions, image, media, pdf, video } from './file.tsx';
import type { Kind, ValueProps } from './kind.ts';

/** At most two lines of a formatted text, as plain text. */
const Excerpt = ({ html }: { html: string }) => {
  const plain = useMemo(() => toPlainText(html), [html]);
  return <TruncatedText text={plain} />;
};

const getLabel = ({ field, name, record }: Pick<ValueProps, 'field' | 'name' | 'record'>): string =>
  fixedOptions(field)?.find(({ value }) => value === record[name])?.label ?? '';

type AnyReference = ReferenceField | InheritedField;

/** Renders the name of a referenced record, from the select list if the server returns only its id. */
const ReferenceLabel = (props: ValueProps<AnyReference> & { children: (label: string) => ReactNode }) => {
  const { field, name, record, children } = props;
  const id = record[name] ?? '';
  const ownLabel = record[displayNameOf(name)] ?? '';
  const { data } = useQuery({ ...optionsQuery(field.to), enabled: id !== '' && ownLabel === '' });
  return children(String(ownLabel || data?.find(({ value }) => value === id)?.label || ''));
};

const reference: Kind<AnyReference> = {
  format: ({ name, record }) => String(record[displayNameOf(name)] ?? ''),
  Cell: (props) => <ReferenceLabel {...props}>{(label) => <TruncatedText isOneLine text={label} />}</ReferenceLabel>,
  Value: (props) => <ReferenceLabel {...props}>{(label) => label || 'N/A'}</ReferenceLabel>,
};

const kinds: { [K in FieldKind]: Kind<Extract<Field, { kind: K }>> } = {
  text: {
    format: ({ name, record }) => String(record[name] ?? ''),
    Value: ({ field, name, record }) => (
      <Text style={{ whiteSpace: 'pre-wrap' }}>
        {field.isColor && record[name] ? (
          <>
            <Swatch value={{ color: record[name] }} />{' '}
          </>
        ) : null}
        {String(record[name] || 'N/A')}
      </Text>
    ),
    hasWordDiff: true,
    getPart: ({ isMultiline }) => (isMultiline ? 'texts' : 'facts'),
  },
  slug: { format: ({ name, record }) => String(record[name] ?? '') },
  richText: {
    format: ({ name, record }) => toPlainText(String(record[name] ?? '')),
    Cell: ({ name, record }) => <Excerpt html={String(record[name] ?? '')} />,
    isHtml: true,
    hasWordDiff: true,
    getPart: () => 'texts',
  },
  number: {
    format: ({ name, record }) => (record[name] as number | null)?.toLocaleString('en') ?? '',
    // With thousands separators, 1,250 would be ambiguous as soon as the user edits it.
    toText: (value) => String(value ?? ''),
    width: 7,
    isTabular: true,
  },
  money: {
    format: ({ name, record }) => formatMoney(record[name] as number | null),
    toText: (value) => (typeof value === 'number' ? value.toFixed(2) : ''),
    width: 7,
    isTabular: true,
    isRangeFilter: true,
  },
  boolean: {
    format: ({ name, record }) => formatYesNo(record[name] === true),
    width: 6,
  },
  date: {
    format: ({ name, record }) => formatDate(record[name] as string | null),
    width: 8,
    isTabular: true,
  },
  status: {
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
    width: 6.5,
  },
  choice: {
    format: getLabel,
    Cell: (props) => {
      const label = getLabel(props);
      return label && <Badge>{label}</Badge>;
    },
  },
  choices: {
    format: ({ name, record }) => joinChoices(record[name]),
  },
  reference,
  inherited: { ...reference, isDerived: true },
  image,
  pdf,
  video,
  captions,
  media,
};

// The table is keyed by kind, so the field always fits what its own kind selects.
export const getKind = <F extends Field>({ kind }: F): Kind<F> => kinds[kind] as Kind<F>;
