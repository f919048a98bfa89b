import { Anchor, Box, Group } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useFormContext, useFormState } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { nameKey } from '#shared/name-key.ts';
import type { AnyRecord } from '#shared/resource/define-resource.ts';
import { maxPageSize } from '#shared/resource/schemas.ts';
import { clientOf } from '../client.ts';
import { queryKeys } from '../query-client.ts';
import { Field } from './field.tsx';
import type { FormValues } from './field-props.ts';
import { useResourceFormContext } from './form-context.ts';

const lookUpDelay = 300;
const maxQueryLength = 200;

/** Another record with the typed name, ignoring case and spaces. */
const useDuplicateName = (filters: Record<string, string>): AnyRecord | undefined => {
  const { resource, record } = useResourceFormContext();
  const name = resource.titleField;
  const typed = nameKey(useFormContext<FormValues>().watch(name));
  // If the server refuses the name, the last result is outdated.
  const refusal = useFormState<FormValues>({ name }).errors[name]?.message;
  const [searchTerm] = useDebouncedValue(typed, lookUpDelay);
  const isNew = typed !== '' && typed !== nameKey(record?.[name]);
  const { data } = useQuery({
    queryKey: [...queryKeys.lists(resource.name), 'duplicates', { searchTerm, filters, refusal }],
    queryFn: ({ signal }) =>
      clientOf(resource).list(
        {
          ...{ pageIndex: 0, pageSize: maxPageSize, filters },
          query: searchTerm.slice(0, maxQueryLength),
          sort: { field: name, direction: 'asc' },
        },
        signal,
      ),
    enabled: isNew && typed === searchTerm,
  });
  if (!isNew || typed !== searchTerm) return undefined;
  return data?.data.find((other: AnyRecord) => other._id !== record?._id && nameKey(other[name]) === typed);
};

/** The name field with a notice while another record has the typed name. */
export const UniqueNameField = ({
  filters = {},
  isError,
  explain,
}: {
  filters?: Record<string, string>;
  /** Whether the server refuses the name. */
  isError: boolean;
  explain: (duplicate: AnyRecord) => { text: string; to: string };
}) => {
  const { resource } = useResourceFormContext();
  const duplicate = useDuplicateName(filters);
  if (!duplicate) return <Field name={resource.titleField} />;
  const { text, to } = explain(duplicate);
  const content = (
    <Group component="span" role="status" gap={6} mt={4} lh={1.4} wrap="nowrap" align="flex-start">
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
