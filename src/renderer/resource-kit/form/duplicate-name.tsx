import { Anchor, Box, Group } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useFormContext, useFormState } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { nameKey } from '#shared/normalize-text.ts';
import type { AnyRecord } from '#shared/resource-kit/define-resource.ts';
import { listReferenceFields } from '#shared/resource-kit/fields.ts';
import { inSentence } from '#shared/resource-kit/labels.ts';
import { maxPageSize } from '#shared/resource-kit/list-fields.ts';
import { useAnnouncement } from '../../ui/announcements.tsx';
import { getClient } from '../client.ts';
import { queryKeys } from '../query-client.ts';
import { getRecordPath, getRecordTitle } from '../record-paths.ts';
import { isFullServer } from '../server-level.ts';
import { Field, useResourceFormContext } from './field.tsx';
import type { FormValues } from './form-values.ts';

const lookUpDelayMs = 300;
const maxQueryLength = 200;

/** Another record with the typed name, ignoring case and spaces. */
const useDuplicateName = (filters: Record<string, string> | null): AnyRecord | undefined => {
  const { resource, record } = useResourceFormContext();
  const name = resource.titleField;
  const typedName = nameKey(useFormContext<FormValues>().watch(name));
  // If the server rejects the name, the last result is outdated.
  const nameError = useFormState<FormValues>({ name }).errors[name]?.message;
  const [searchTerm] = useDebouncedValue(typedName, lookUpDelayMs);
  const isNew = typedName !== '' && typedName !== nameKey(record?.[name]);
  const { data } = useQuery({
    queryKey: [...queryKeys.lists(resource.name), 'duplicates', { searchTerm, filters, nameError }],
    queryFn: async ({ signal }) =>
      getClient(resource).list(
        {
          pageIndex: 0,
          pageSize: maxPageSize,
          filters: filters ?? {},
          query: searchTerm.slice(0, maxQueryLength),
          sort: (await isFullServer()) ? { field: name, direction: 'asc' } : null,
        },
        signal,
      ),
    enabled: isNew && filters !== null && typedName === searchTerm,
  });
  if (!isNew || typedName !== searchTerm) return undefined;
  return data?.data.find((other: AnyRecord) => other._id !== record?._id && nameKey(other[name]) === typedName);
};

/** The name field with a notice while another record has the typed name. */
export const UniqueNameField = ({
  filters = {},
  isError,
  explain,
}: {
  /** Null while the parent, within which names are distinct, isn't selected. */
  filters?: Record<string, string> | null;
  /** Whether the server refuses the name. */
  isError: boolean;
  explain: (duplicate: AnyRecord) => { text: string; to: string };
}) => {
  const { resource } = useResourceFormContext();
  const duplicate = useDuplicateName(filters);
  useAnnouncement(duplicate && explain(duplicate).text);
  if (!duplicate) return <Field name={resource.titleField} />;
  const { text, to } = explain(duplicate);
  const content = (
    <Group component="span" gap={6} mt={4} lh={1.4} wrap="nowrap" align="flex-start">
      <Box component={IconAlertTriangle} size="1rem" flex="none" mt={1} aria-hidden />
      <span>
        {`${text}. `}
        <Anchor component={Link} to={to} inherit>
          Open it
        </Anchor>
      </span>
    </Group>
  );
  return <Field name={resource.titleField} notice={{ isError, content }} />;
};

/** Warns about the name of another record of the same parent; the server accepts it. */
const DistinctNameField = () => {
  const { resource } = useResourceFormContext();
  const { watch } = useFormContext<FormValues>();
  const parents = listReferenceFields(resource).filter(({ name }) => resource.fields[name]?.isRequired);
  const ids = parents.map(({ name }) => [name, String(watch(name) ?? '')] as const);
  return (
    <UniqueNameField
      filters={ids.every(([, id]) => id) ? Object.fromEntries(ids) : null}
      isError={false}
      explain={(duplicate) => ({
        text: `Another ${inSentence(resource.label)} named “${getRecordTitle(resource, duplicate)}” already exists`,
        to: getRecordPath(resource, duplicate),
      })}
    />
  );
};

/** The field of a form; the one with the name warns about a duplicate where names are distinct. */
export const FormField = ({ name }: { name: string }) => {
  const { resource } = useResourceFormContext();
  return resource.hasDistinctNames && name === resource.titleField ? <DistinctNameField /> : <Field name={name} />;
};
