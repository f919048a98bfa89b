import { findFilter } from '#shared/resource-kit/list-fields.ts';
import { FilterAmount } from './filter-amount.tsx';
import type { FilterProps } from './filter-options.ts';
import { FilterSelect } from './filter-select.tsx';

export const FilterInput = (props: FilterProps & { onChange: (value: string | null) => void }) =>
  findFilter(props.resource, props.name)?.kind === 'money' ? (
    <FilterAmount {...props} />
  ) : (
    <FilterSelect {...props} />
  );
