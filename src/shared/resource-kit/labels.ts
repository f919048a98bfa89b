import type { Resource } from './define-resource.ts';
import type { ChoiceOption, Field, Status } from './fields.ts';

export const statusLabels: Record<Status, string> = { ACTIVE: 'Active', INACTIVE: 'Inactive' };

export const statusOptions = Object.entries(statusLabels).map(([value, label]) => ({ value, label }));

export const formatYesNo = (isYes: boolean): string => (isYes ? 'Yes' : 'No');

const yesNoOptions = [true, false].map((value) => ({ value: String(value), label: formatYesNo(value) }));

/** The options of a field that has one of a few values; undefined for other fields. */
export const fixedOptions = (field: Field): readonly ChoiceOption[] | undefined => {
  if (field.kind === 'status') return statusOptions;
  if (field.kind === 'boolean') return yesNoOptions;
  return field.kind === 'choice' ? field.options : undefined;
};

export const timestampLabels = { createdAt: 'Created', updatedAt: 'Updated' } as const;

/** A label inside a sentence: "Regions" is "regions", and an abbreviation such as "FAQs" stays. */
export const inSentence = (label: string): string => (/^[A-Z][a-z]/.test(label) ? label.toLowerCase() : label);

/** A label with its article: "a region", "an attribute". */
export const withArticle = (label: string): string => `${/^[AEIO]/i.test(label) ? 'an' : 'a'} ${inSentence(label)}`;

type Labels = Pick<Resource, 'label' | 'labelPlural'>;

const pluralRules = new Intl.PluralRules('en');

/** A count with a regular noun or the labels of a resource: "1 item", "1,284 FAQs". */
export const formatCount = (count: number, noun: string | Labels): string => {
  const { label, labelPlural } = typeof noun === 'string' ? { label: noun, labelPlural: `${noun}s` } : noun;
  return `${count.toLocaleString('en')} ${pluralRules.select(count) === 'one' ? label : labelPlural}`;
};

export const formatCountInSentence = (count: number, { label, labelPlural }: Labels): string =>
  formatCount(count, { label: inSentence(label), labelPlural: inSentence(labelPlural) });

/** A title as a part of a sentence: one that is a sentence itself, such as a question, gets quotes. */
export const quoteSentence = (title: string): string => (/[.?!…]$/.test(title) ? `“${title}”` : title);

/** Joins sentences into one text, each with a period if there is more than one. */
export const joinSentences = (sentences: readonly string[]): string => {
  const filled = sentences.filter(Boolean);
  if (filled.length < 2) return filled.join('');
  return filled.map((sentence) => (/[.?!…]$/.test(sentence) ? sentence : `${sentence}.`)).join(' ');
};

/** Joins parts of a sentence: "A", "A and B", "A, B and C". */
export const formatList = (parts: readonly string[], type: Intl.ListFormatOptions['type'] = 'conjunction'): string =>
  new Intl.ListFormat('en-GB', { type }).format(parts);
