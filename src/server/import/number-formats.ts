import { type DecimalSeparator, provenSeparator } from '#shared/import-numbers.ts';
import type { Spreadsheet } from '../../spreadsheet/read.ts';
import { validationError } from '../lib/app-error.ts';
import type { NumberFormat } from './parse-cell.ts';

/** Chosen decimal separators by column title, and the columns to round. */
export type NumberOptions = {
  separators: ReadonlyMap<string, DecimalSeparator>;
  rounded: ReadonlySet<string>;
};

export type NumberFormats = ReadonlyMap<string, NumberFormat>;

/** Number formats by column title: the chosen separator, else the one of its unambiguous cells. */
export const detectNumberFormats = (
  { columns, profile }: Pick<Spreadsheet, 'columns' | 'profile'>,
  { separators, rounded }: NumberOptions,
): NumberFormats => {
  for (const [field, headers] of [
    ['decimalSeparators', [...separators.keys()]],
    ['roundColumns', [...rounded]],
  ] as const) {
    const unknown = headers.find((title) => !columns.includes(title));
    if (unknown !== undefined) throw validationError([{ field, message: `The sheet has no “${unknown}” column` }]);
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
