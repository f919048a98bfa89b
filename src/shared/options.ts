import type { SelectOption } from './api.ts';
import { nameKey } from './normalize-text.ts';

type Option = Readonly<SelectOption>;

const getKey = ({ label, detail = '' }: Option) => nameKey(`${label} ${detail}`);

/** Options that look the same as another one. */
export const findEqualOptions = <O extends Option>(options: readonly O[]): O[] => {
  const counts = new Map<string, number>();
  for (const option of options) counts.set(getKey(option), (counts.get(getKey(option)) ?? 0) + 1);
  return options.filter((option) => counts.get(getKey(option)) !== 1);
};

/** The only option that a text can mean, or why there is none. */
export const findOption = <O extends Option>(options: readonly O[], text: string): O | { error: string } => {
  const matches = options.filter(({ label }) => nameKey(label) === nameKey(text));
  const [match] = matches;
  if (!match) return { error: `“${text.trim()}” isn’t an option` };
  return matches.length > 1
    ? { error: `Several options are called “${match.label}”. Select one from the list.` }
    : match;
};
