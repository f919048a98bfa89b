import { Select } from '@mantine/core';
import type { SelectOption } from '#shared/api.ts';
import type { Resource } from '#shared/resource/define-resource.ts';
import { statuses } from '#shared/resource/fields.ts';
import { statusLabels } from '../ui/status-switch.tsx';
import { useSelectOptions } from './hooks.ts';
import classes from './list-page.module.css';

const statusOptions: SelectOption[] = statuses.map((value) => ({ value, label: statusLabels[value] }));
const noOptions: SelectOption[] = [];

/** What a list can be filtered by in one field. */
export const useFilterOptions = (resource: Resource, name: string) => {
  const field = resource.fields[name];
  const referred = useSelectOptions(field?.kind === 'reference' ? field.to : '', {
    isEnabled: field?.kind === 'reference',
  });
  const fixed = field?.kind === 'choice' ? [...field.options] : statusOptions;
  const options = field?.kind === 'reference' ? (referred.data ?? noOptions) : fixed;
  return { label: field?.label ?? name, options, isLoading: referred.isLoading };
};

/** Chooses the value that a list is filtered by in one field. */
export const FilterSelect = ({
  resource,
  name,
  value,
  onChange,
}: {
  resource: Resource;
  name: string;
  value: string | null;
  onChange: (value: string | null) => void;
}) => {
  const { label, options, isLoading } = useFilterOptions(resource, name);
  return (
    <Select
      label={label}
      placeholder={isLoading ? 'Loading' : 'All'}
      className={classes.filter}
      data={options}
      value={options.find((option) => option.value.toLowerCase() === value?.toLowerCase())?.value ?? null}
      clearable
      searchable
      limit={200}
      nothingFoundMessage="Nothing found"
      clearButtonProps={{ 'aria-label': `Clear ${label}` }}
      onChange={onChange}
    />
  );
};
