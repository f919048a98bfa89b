import type { Resource } from '#shared/resource/define-resource.ts';

/** A number of records in words, such as "2 FAQs". */
export const counted = (count: number, { label, labelPlural }: Resource): string =>
  `${count.toLocaleString('en')} ${count === 1 ? label : labelPlural}`;
