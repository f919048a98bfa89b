import { MultiSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatCount } from '#shared/resource-kit/labels.ts';
import { dealer } from '#shared/resources/dealer.ts';
import { allOptionsQuery } from '../../resource-kit/hooks.ts';

const allDealers = 'all';

/** The ids of the chosen dealers, and the field that chooses them. */
export const useDealers = (chosen: readonly string[]) => {
  const { data = [] } = useQuery(allOptionsQuery(dealer.name));
  return { options: data, ids: chosen.includes(allDealers) ? data.map(({ value }) => value) : chosen };
};

export const DealersField = ({
  chosen,
  options,
  isSingle,
  error,
  onChange,
}: {
  chosen: readonly string[];
  options: readonly { value: string; label: string }[];
  /** For a catalogue that is made again. */
  isSingle: boolean;
  error: string | undefined;
  onChange: (chosen: string[]) => void;
}) => {
  if (options.length === 0) return null;
  const all = { value: allDealers, label: `All ${formatCount(options.length, 'dealer')}` };
  return (
    <MultiSelect
      label="For dealers"
      description="One catalogue for each, with its name, pictures, prices and products"
      placeholder={chosen.length === 0 ? 'Everyone' : undefined}
      searchable
      clearable
      hidePickedOptions
      data={[...(isSingle ? [] : [all]), ...options.map(({ value, label }) => ({ value, label }))]}
      value={[...chosen]}
      error={error}
      onChange={(next) => {
        const last = next.at(-1);
        if (isSingle) onChange(last === undefined ? [] : [last]);
        else onChange(last === allDealers ? [allDealers] : next.filter((value) => value !== allDealers));
      }}
    />
  );
};
