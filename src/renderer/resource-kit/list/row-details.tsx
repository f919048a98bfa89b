import { UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { AnyRecord, RecordOf, Resource } from '#shared/resource-kit/define-resource.ts';
import { getDetailsId, type RowExpansion } from '../../ui/data-table.tsx';
import { useListContext } from './list-context.tsx';
import classes from './row-details.module.css';

/** Details that a list shows below a row. */
export type RowDetails<R extends Resource> = {
  canExpand: (record: RecordOf<R>) => boolean;
  render: (record: RecordOf<R>) => ReactNode;
};

/** Tracks the rows of a list that show their details. */
export const useRowExpansion = <R extends Resource>(
  details: RowDetails<R> | undefined,
): RowExpansion<RecordOf<R>> | undefined => {
  const [expandedIds, setExpandedIds] = useState<readonly string[]>([]);
  if (!details) return undefined;
  return {
    ...details,
    isExpanded: (record) => expandedIds.includes(record._id) && details.canExpand(record),
    onToggle: ({ _id }) =>
      setExpandedIds((ids) => (ids.includes(_id) ? ids.filter((id) => id !== _id) : [...ids, _id])),
  };
};

/** Button that shows and hides the details of a row. `label` describes them and contains the text in `children`. */
export const ExpandButton = ({
  record,
  label,
  children,
}: {
  record: AnyRecord;
  label: string;
  children: ReactNode;
}) => {
  const { expansion } = useListContext();
  // In a sheet, rows have no details.
  if (!expansion) return children;
  const isExpanded = expansion.isExpanded(record);
  const Icon = isExpanded ? IconChevronUp : IconChevronDown;
  return (
    <UnstyledButton
      className={classes.button}
      aria-label={label}
      aria-expanded={isExpanded}
      aria-controls={isExpanded ? getDetailsId(record) : undefined}
      onClick={() => expansion.onToggle(record)}
    >
      {children}
      <Icon size="0.875rem" aria-hidden />
    </UnstyledButton>
  );
};
