import { Text } from '@mantine/core';
import { useFormContext, useWatch } from 'react-hook-form';
import type { Field as FieldType } from '#shared/resource-kit/fields.ts';
import { getKind } from '../kinds/index.tsx';
import { Field, useResourceFormContext } from './field.tsx';
import type { FormValues } from './form-values.ts';
import classes from './website-fields.module.css';

/** Characters that search engines usually show. */
const shownLengths = { seoTitle: 60, seoDescription: 160 };

const CountedField = ({ name }: { name: keyof typeof shownLengths }) => {
  const { resource } = useResourceFormContext();
  const length = String(useFormContext<FormValues>().watch(name) ?? '').length;
  const limit = shownLengths[name];
  const count = length > 0 && `${length} of the ${limit} characters that search results show`;
  return <Field name={name} notice={{ isError: false, content: count || resource.fields[name]?.help }} />;
};

const shorten = (text: string, limit: number) => (text.length > limit ? `${text.slice(0, limit).trimEnd()}…` : text);

/** The record as a search result. */
const Preview = () => {
  const { resource } = useResourceFormContext();
  const names = ['slug', 'seoTitle', 'seoDescription', resource.titleField, 'description'];
  const watched = useWatch<FormValues>({ name: names });
  const values = Object.fromEntries(names.map((name, index) => [name, watched[index]]));
  const read = (name: string): string => {
    const field: FieldType | undefined = resource.fields[name];
    if (!field) return '';
    return getKind(field).format({ field, name, record: values }).replace(/\s+/g, ' ').trim();
  };
  const title = read('seoTitle') || read(resource.titleField) || resource.label;
  const text = read('seoDescription') || read('description');
  return (
    <figure className={classes.preview} aria-label="Preview of the search result">
      <Text size="xs" c="dimmed" className={classes.line}>
        {`… › ${read('slug') || 'made from the name'}`}
      </Text>
      <Text size="md" fw={500} className={classes.line}>
        {shorten(title, shownLengths.seoTitle)}
      </Text>
      <Text size="sm" c="dimmed">
        {shorten(text, shownLengths.seoDescription) || 'No description'}
      </Text>
    </figure>
  );
};

/** The page of a record on the website. */
export const WebsiteFields = () => (
  <>
    <Preview />
    <Field name="slug" />
    <CountedField name="seoTitle" />
    <CountedField name="seoDescription" />
    <Field name="seoImage" />
  </>
);
