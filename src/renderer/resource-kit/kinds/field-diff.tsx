import { Group, Text } from '@mantine/core';
import * as z from 'zod/mini';
import { relatedFields } from '#shared/product/describe-variants.ts';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { RichTextView } from '../../ui/rich-text/rich-text-view.tsx';
import { TextDiff } from '../../ui/text-diff.tsx';
import { SwatchDot, useAttributeValues } from '../swatch.tsx';
import { getKind } from './index.tsx';
import type { RecordValues, ValueProps } from './kind.ts';

/** Label of a field or another part of a record. */
export const getFieldLabel = (resource: Resource, name: string): string =>
  resource.fields[name]?.label ?? relatedFields[name]?.label ?? name;

/** Names of the fields and other parts that have a value in one of the records. */
export const listFilledFields = (resource: Resource, records: readonly RecordValues[]): string[] =>
  [...Object.keys(resource.fields), ...Object.keys(relatedFields)].filter((name) =>
    records.some(
      ({ [name]: value }) => value !== undefined && value !== null && value !== '' && JSON.stringify(value) !== '[]',
    ),
  );

const toDiffText = (resource: Resource, name: string, record: RecordValues): string | null => {
  const field = resource.fields[name];
  if (!field) return relatedFields[name]?.describe(record[name]) ?? JSON.stringify(record[name] ?? null);
  const { hasWordDiff, format } = getKind(field);
  const isColor = field.kind === 'text' && field.isColor;
  return hasWordDiff && !isColor ? format({ field, name, record }) : null;
};

const listedSchema = z.array(
  z.object({
    _id: z.optional(z.string()),
    attributeValueArr: z.optional(z.array(z.object({ attributeValueId: z.string() }))),
  }),
);

/** The swatches of listed attribute values, or of the values of listed variants, each with its name. */
const ListedSwatches = ({ items }: { items: unknown }) => {
  const values = useAttributeValues();
  const listed = (listedSchema.safeParse(items).data ?? []).flatMap(
    ({ _id, attributeValueArr }) => attributeValueArr?.map((value) => value.attributeValueId) ?? [_id ?? ''],
  );
  const shown = [...new Set(listed)].flatMap((id) => values.get(id) ?? []).filter(({ color, image }) => color || image);
  if (shown.length === 0) return null;
  return (
    <Group gap={12} mb={4} c="dimmed">
      {shown.map((value) => (
        <Group key={value._id} gap={6} fz="xs">
          <SwatchDot value={value} />
          {value.name}
        </Group>
      ))}
    </Group>
  );
};

/** A value before a change, after it, or both; changed words in texts are marked. */
export const FieldDiff = (props: {
  resource: Resource;
  name: string;
  before: RecordValues;
  after: RecordValues;
  shownVersion: 'before' | 'after' | 'both';
}) => {
  const { resource, name, before, after, shownVersion } = props;
  const field = resource.fields[name];
  const shownRecord = shownVersion === 'before' ? before : after;
  const old = toDiffText(resource, name, before);
  const current = toDiffText(resource, name, after);
  if (old === null || current === null || (old === current && field)) {
    return (
      <>
        {field && <FieldValue resource={resource} field={field} name={name} record={shownRecord} />}
        {shownVersion !== 'before' && old !== null && before[name] !== after[name] && (
          <Text size="sm" c="dimmed">
            Only the formatting changed
          </Text>
        )}
      </>
    );
  }
  const isEmpty =
    shownVersion === 'both' ? old === '' && current === '' : (shownVersion === 'before' ? old : current) === '';
  if (isEmpty) return 'N/A';
  const marks = { before: 'removed', after: 'added', both: 'both' } as const;
  return (
    <>
      {!field && <ListedSwatches items={shownRecord[name]} />}
      <TextDiff before={old} after={current} show={marks[shownVersion]} />
    </>
  );
};

/** The value of a field on a page or in a dialog. */
export const FieldValue = (props: ValueProps) => {
  const { field, name, record } = props;
  const { Value, isHtml, format } = getKind(field);
  if (Value) return <Value {...props} />;
  // Not in the table, because lists would load the sanitizer.
  if (isHtml) return record[name] ? <RichTextView html={String(record[name])} /> : 'N/A';
  return format(props) || 'N/A';
};

/** Whether a field has formatted text. */
export const isFormatted = ({ fields }: Resource, name: string): boolean =>
  fields[name] !== undefined && getKind(fields[name]).isHtml === true;
