import type { ImportReport } from '#shared/import.ts';

type SkippedColumn = Pick<ImportReport['columns'][number], 'title' | 'letter' | 'filled'>;

const cells = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'cell' : 'cells'}`;

export const countColumns = ({ length }: readonly SkippedColumn[]): string =>
  length === 1 ? '1 column' : `${length} columns`;

/** The titles or letters of columns, each with its number of filled cells. */
export const nameColumns = (columns: readonly SkippedColumn[]): string =>
  columns
    .map(({ title, letter, filled }) => `${title === '' ? `column ${letter}` : title} (${cells(filled)})`)
    .join(', ');
