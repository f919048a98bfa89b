import { columnLetter } from './column.ts';
import { unguardFormula } from './formula-guard.ts';
import type { SpreadsheetLimits } from './limits.ts';
import { SpreadsheetProblem } from './problem.ts';

/** A row as the file has it, its number counted from 1. */
export type RawRow = { row: number; cells: string[] };

/** One sheet before its titles are known. */
export type RawSheet = { sheets: string[]; sheet: string; rows: AsyncGenerator<RawRow> };

/** A row below the titles, as it travels from the worker: one cell a column, and what has no title. */
export type TableRow = { row: number; cells: string[]; untitled: [letter: string, text: string][] };

type Context = { fileName: string; limits: SpreadsheetLimits };

const grouped = (value: number) => value.toLocaleString('en-US');

/** The problem of a row that is wider than what is read. */
export const tooManyColumns = ({ fileName, limits }: Context): SpreadsheetProblem =>
  new SpreadsheetProblem({
    code: 'tooManyColumns',
    message: `${fileName} has more than ${grouped(limits.columns)} columns, which is the limit`,
  });

const tooManyRows = ({ fileName, limits }: Context) =>
  new SpreadsheetProblem({
    code: 'tooManyRows',
    message: `${fileName} has more than ${grouped(limits.rows)} rows, which is the limit. Split it into smaller files`,
  });

const withinLimits = ({ raw: { row, cells }, fileName, limits }: Context & { raw: RawRow }): RawRow => {
  const used = cells.findLastIndex((cell) => cell !== '') + 1;
  if (used > limits.columns) throw tooManyColumns({ fileName, limits });
  const tooLong = cells.findIndex((cell) => cell.length > limits.cellCharacters);
  if (tooLong >= 0) {
    throw new SpreadsheetProblem({
      code: 'cellTooLong',
      message: `${fileName} has more than ${grouped(limits.cellCharacters)} characters in cell ${columnLetter(tooLong)}${row}, which is the limit`,
    });
  }
  return { row, cells: cells.slice(0, used).map(unguardFormula) };
};

const isBlank = ({ cells }: RawRow) => cells.every((cell) => cell.trim() === '');

/** Titles without stray spaces; a repeated one is numbered, so that no cell hides another. */
const nameColumns = (titles: string[]): string[] => {
  const taken = new Set<string>();
  return titles.map((raw) => {
    const title = raw.replace(/\s+/g, ' ').trim();
    if (title === '') return '';
    let name = title;
    for (let count = 2; taken.has(name); count += 1) name = `${title} (${count})`;
    taken.add(name);
    return name;
  });
};

const toTableRow = ({ raw: { row, cells }, names }: { raw: RawRow; names: string[] }): TableRow => ({
  row,
  cells: names.flatMap((name, index) => (name === '' ? [] : [cells[index] ?? ''])),
  untitled: cells.flatMap((text, index) =>
    text.trim() !== '' && !names[index] ? [[columnLetter(index), text] as [string, string]] : [],
  ),
});

async function* tableRows({
  rows,
  names,
  fileName,
  limits,
}: Context & { rows: AsyncGenerator<RawRow>; names: string[] }): AsyncGenerator<TableRow> {
  let count = 0;
  for await (const raw of rows) {
    const checked = withinLimits({ raw, fileName, limits });
    if (isBlank(checked)) continue;
    count += 1;
    if (count > limits.rows) throw tooManyRows({ fileName, limits });
    yield toTableRow({ raw: checked, names });
  }
}

/** Takes the first row that holds something as the titles and gives the rows below it. */
export const readTable = async ({
  rows,
  fileName,
  limits,
}: Context & { rows: AsyncGenerator<RawRow> }): Promise<{
  columns: string[];
  rows: AsyncGenerator<TableRow>;
}> => {
  for (;;) {
    const next = await rows.next();
    if (next.done) {
      throw new SpreadsheetProblem({
        code: 'empty',
        message: `${fileName} holds nothing. The first row must hold the titles of the columns`,
      });
    }
    const titles = withinLimits({ raw: next.value, fileName, limits });
    if (isBlank(titles)) continue;
    const names = nameColumns(titles.cells);
    return {
      columns: names.filter((name) => name !== ''),
      rows: tableRows({ rows, names, fileName, limits }),
    };
  }
};
