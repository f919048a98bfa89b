import type { ColumnProfile } from '#shared/import.ts';
import { countNumber, noNumbers } from '#shared/import-numbers.ts';
import { unescapeFormula } from './formula-escape.ts';
import { columnLetter, type RawRow } from './raw-sheet.ts';

export type Profile = {
  rowCount: number;
  columns: ColumnProfile[];
  /** Rows that were skipped or are unexpected. */
  rowNotices: { row: number; message: string }[];
};

const sampleCount = 5;
const sampleCharacters = 60;

const addCell = (column: ColumnProfile, text: string, number: string | undefined): void => {
  column.filled += 1;
  const sample = unescapeFormula(text).slice(0, sampleCharacters);
  if (column.samples.length < sampleCount && !column.samples.includes(sample)) column.samples.push(sample);
  countNumber(column.numbers, number ?? text, number !== undefined);
};

/** Counts the content of each column. */
export const createProfiler = (names: readonly string[]) => {
  const columns: ColumnProfile[] = [];
  const rowNotices: Profile['rowNotices'] = [];
  let rowCount = 0;
  const columnAt = (index: number): ColumnProfile => {
    for (let at = columns.length; at <= index; at += 1) {
      columns.push({
        letter: columnLetter(at),
        title: names[at] ?? '',
        filled: 0,
        samples: [],
        numbers: { ...noNumbers },
      });
    }
    return columns[index] as ColumnProfile;
  };
  if (names.length > 0) columnAt(names.length - 1);
  return {
    add: ({ cells, numbers }: RawRow): void => {
      rowCount += 1;
      for (const [index, text] of cells.entries()) {
        const number = numbers?.find(([at]) => at === index)?.[1];
        if (text.trim() !== '') addCell(columnAt(index), text, number);
      }
    },
    note: (row: number, message: string): void => {
      rowNotices.push({ row, message });
    },
    finish: (): Profile => ({
      rowCount,
      rowNotices,
      columns: columns.filter(({ title, filled }) => title !== '' || filled > 0),
    }),
  };
};
