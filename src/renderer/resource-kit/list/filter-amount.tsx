import { useState } from 'react';
import { findFilter } from '#shared/resource-kit/list-fields.ts';
import { readNumber } from '#shared/resource-kit/read-number.ts';
import { inputSchema } from '#shared/resource-kit/values.ts';
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
  const field = findFilter(resource, name);
  if (field?.kind !== 'money') return null;
  const read = typeof draft === 'string' ? readNumber(field, draft) : { value: draft ?? null };
  const error =
    'error' in read ? read.error : inputSchema(field).safeParse(read.value).error?.issues[0]?.message;
  const commit = () => {
    if (draft === undefined || error !== undefined) return;
    setDraft(undefined);
    onChange(draft === null ? null : String(draft));
  };
  return (
    <MoneyInput
      label={field.label}
      placeholder="Any"
      field={field}
      value={draft === undefined ? toAmount(filters[name]) : draft}
      error={error}
      onChange={setDraft}
      onBlur={commit}
      onKeyDown={({ key }) => key === 'Enter' && commit()}
    />
  );
};
