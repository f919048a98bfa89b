import { UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { createContext, type ReactNode, use, useMemo, useState } from 'react';
import classes from './row-details.module.css';

type Row = { _id: string };

/** Details that a table shows below a row. */
export type RowDetails<R extends Row> = {
  canExpand: (row: R) => boolean;
  render: (row: R) => ReactNode;
};

/** Id of the element with a row's details. */
export const getDetailsId = ({ _id }: Row): string => `${_id}-details`;

type Expansion = { isExpanded: (row: Row) => boolean; toggle: (row: Row) => void };

export const ExpansionContext = createContext<Expansion | null>(null);

/** The rows of a table that show their details. */
export const useExpansion = (): Expansion => {
  const [ids, setIds] = useState<readonly string[]>([]);
  return useMemo(
    () => ({
      isExpanded: ({ _id }) => ids.includes(_id),
      toggle: ({ _id }) => setIds(ids.includes(_id) ? ids.filter((id) => id !== _id) : [...ids, _id]),
    }),
    [ids],
  );
};

/** Button that shows and hides the details of a row. `label` describes them and contains the text in `children`. */
export const ExpandButton = ({ row, label, children }: { row: Row; label: string; children: ReactNode }) => {
  const expansion = use(ExpansionContext);
  // In a sheet, rows have no details.
  if (!expansion) return children;
  const isExpanded = expansion.isExpanded(row);
  const Icon = isExpanded ? IconChevronUp : IconChevronDown;
  return (
    <UnstyledButton
      className={classes.button}
      aria-label={label}
      aria-expanded={isExpanded}
      aria-controls={isExpanded ? getDetailsId(row) : undefined}
      onClick={() => expansion.toggle(row)}
    >
      {children}
      <Icon size="0.875rem" aria-hidden />
    </UnstyledButton>
  );
};
