import { Group } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { AttributeWithValues } from '#shared/product/variant-draft.ts';
import { formatCount } from '#shared/resource-kit/labels.ts';
import { attributeValue, isSwatchColor } from '#shared/resources/attribute-value.ts';
import { uploadPath } from '#shared/urls.ts';
import { useImageSource } from '../ui/renditions.ts';
import { TruncatedText } from '../ui/truncated-text.tsx';
import { request } from './client.ts';
import { queryKeys } from './query-client.ts';
import classes from './swatch.module.css';

/** All attributes with their values, refetched with either. */
export const attributesQuery = queryOptions({
  queryKey: [...queryKeys.all(attributeValue.name), 'byAttribute'],
  queryFn: async ({ signal }) =>
    (await request<{ data: AttributeWithValues[] }>('GET', '/attribute/getAttributeWithValue', { signal })).data,
});

const indexValues = (attributes: readonly AttributeWithValues[]) =>
  new Map(attributes.flatMap(({ attributeValueArr }) => attributeValueArr.map((value) => [value._id, value])));

const maxSwatches = 8;

/** "8 values" with their swatches, in a list of attributes. */
export const AttributeSwatches = ({ attributeId }: { attributeId: string }) => {
  const { data = [] } = useQuery(attributesQuery);
  const values = data.find(({ _id }) => _id === attributeId)?.attributeValueArr;
  if (!values) return attributeValue.label;
  return (
    <Group component="span" gap={4} wrap="nowrap">
      <span>{formatCount(values.length, 'value')}</span>
      {values.slice(0, maxSwatches).map((value) => (
        <SwatchDot key={value._id} value={value} />
      ))}
    </Group>
  );
};

const noValues: ReturnType<typeof indexValues> = new Map();

/** The attribute values by id, with their swatches; empty until they are loaded. */
export const useAttributeValues = () => useQuery({ ...attributesQuery, select: indexValues }).data ?? noValues;

/** In CSS pixels. */
const pictureWidth = 24;

/** Picture or colour of an attribute value; nothing if it has neither. */
export const Swatch = ({
  value: { color, image },
}: {
  value: { color?: unknown; image?: string | { previewUrl: string } | null };
}) => {
  const toSource = useImageSource();
  if (image) {
    const source = typeof image === 'string' ? toSource(uploadPath(image), pictureWidth) : { src: image.previewUrl };
    return <img {...source} alt="" className={classes.swatch} />;
  }
  if (typeof color !== 'string' || !isSwatchColor(color)) return null;
  return <span className={classes.swatch} style={{ backgroundColor: color }} />;
};

/** A round swatch in a line of text. */
export const SwatchDot = ({ value }: { value: Parameters<typeof Swatch>[0]['value'] | undefined }) =>
  value && (
    <span className={classes.dot}>
      <Swatch value={value} />
    </span>
  );

/** A name with its swatch, in a list. */
export const SwatchName = ({ value, name }: { value: Parameters<typeof Swatch>[0]['value']; name: string }) => (
  <Group component="span" gap={8} wrap="nowrap">
    <Swatch value={value} />
    <TruncatedText text={name} />
  </Group>
);
