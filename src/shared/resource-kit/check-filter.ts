import type { SelectField } from './fields.ts';

/** List filter for records with pictures or formatted texts that aren't accessible. */
export const checkFilterName = 'check';

export const checkFilter = (): SelectField => ({
  kind: 'choice',
  label: 'Accessibility',
  options: [
    { value: 'pictures', label: 'Pictures without alternative text' },
    { value: 'texts', label: 'Texts to check' },
  ],
  isExtra: true,
});
