import { useState } from 'react';
import { findFilter } from '#shared/resource-kit/list-fields.ts';
import { MoneyInput } from '../../ui/money-input.tsx';
import { type FilterProps, toAmount } from './filter-options.ts';

/** Input for one end of a range of amounts. Applies when the focus leaves it or on Enter. */
export const FilterAmount = ({
  resource,
  name,
  filters,
  onChange,
}: FilterProps & { onChange: (value: string | null) => void }) => {
  // Undefined until the user types.
  const [draft, setDraft] = useState<number | string | null>();
  const commit = () => {
    if (draft === undefined || typeof draft === 'string') return;
    setDraft(undefined);
    onChange(draft === null ? null : String(draft));
  };
  return (
    <MoneyInput
      label={findFilter(resource, name)?.label}
      placeholder="Any"
      minDecimals={2}
      value={draft === undefined ? toAmount(filters[name]) : draft}
      error={typeof draft === 'string' && 'Enter a number'}
      onChange={setDraft}
      onBlur={commit}
      onKeyDown={({ key }) => key === 'Enter' && commit()}
    />
  );
};
