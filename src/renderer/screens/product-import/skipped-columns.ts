import type { ImportReport } from '#shared/import.ts';
import { formatCount } from '#shared/resource/labels.ts';

type SkippedColumn = Pick<ImportReport['columns'][number], 'title' | 'letter' | 'filled'>;

export const countColumns = ({ length }: readonly SkippedColumn[]): string => formatCount(length, 'column');

export const nameColumns = (columns: readonly SkippedColumn[]): string =>
  columns
    .map(
      ({ title, letter, filled }) =>
        `${title === '' ? `column ${letter}` : title} (${formatCount(filled, 'cell')})`,
    )
    .join(', ');
