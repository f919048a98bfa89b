import { type DecimalSeparator, provenSeparator } from '#shared/import-numbers.ts';
import type { Spreadsheet } from '../../spreadsheet/read.ts';
import { invalid } from '../lib/app-error.ts';
import type { NumberReadings } from './columns.ts';

/** Chosen decimal separators by column title, and the columns to round. */
export type NumberOptions = {
  separators: ReadonlyMap<string, DecimalSeparator>;
  rounded: ReadonlySet<string>;
};

/** Number formats by column title: the chosen separator, else the one of its unambiguous cells. */
export const numberReadings = (
  { columns, profile }: Pick<Spreadsheet, 'columns' | 'profile'>,
  { separators, rounded }: NumberOptions,
): NumberReadings => {
  for (const [field, headers] of [
    ['decimalSeparators', [...separators.keys()]],
    ['roundColumns', [...rounded]],
  ] as const) {
    const foreign = headers.find((title) => !columns.includes(title));
    if (foreign !== undefined) throw invalid([{ field, message: `The sheet has no “${foreign}” column` }]);
  }
  return new Map(
    profile?.columns.map(({ title, numbers }) => [
      title,
      {
        decimal: separators.get(title) ?? provenSeparator(numbers),
        isRounded: rounded.has(title),
      },
    ]),
  );
};
