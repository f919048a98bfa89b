import { Skeleton, Stack, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { QueryError } from '../query-error.tsx';
import { FormSection } from './form-page.tsx';
import classes from './list-section.module.css';

/** A section with the items of a query and an action below them. */
export const ListSection = <Item extends { _id: string }>({
  title,
  description,
  query,
  action,
  renderItem,
}: {
  title: string;
  description: string;
  query: UseQueryResult<Item[]>;
  action: ReactNode;
  renderItem: (item: Item) => ReactNode;
}) => (
  <FormSection title={title}>
    <Text c="dimmed">{description}</Text>
    <Stack gap="md" align="flex-start">
      {query.isLoadingError && <QueryError query={query} />}
      {query.isPending && <Skeleton height="4rem" />}
      {query.data && query.data.length > 0 && (
        <ul aria-label={title}>
          {query.data.map((item) => (
            <li key={item._id} className={classes.row}>
              {renderItem(item)}
            </li>
          ))}
        </ul>
      )}
      {action}
    </Stack>
  </FormSection>
);
