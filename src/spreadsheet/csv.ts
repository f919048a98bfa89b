import { CsvError, parse } from 'csv-parse';
import { type Delimiter, delimiterNames } from '#shared/import-encodings.ts';
import { isErrorText, toErrorMessage } from './cell-errors.ts';
import { SpreadsheetError } from './error.ts';
import type { RawRow, RawSheet } from './raw-sheet.ts';

const isDelimiter = (character: string): character is Delimiter =>
  delimiterNames.some((a) => a === character);

const countDelimiters = (sample: string): Record<Delimiter, number>[] => {
  const zeroCounts = { ',': 0, ';': 0, '\t': 0, '|': 0 };
  const records = [{ ...zeroCounts }];
  let isQuoted = false;
  let before = '\n';
  for (const character of sample) {
    const isFieldStart = before === '\n' || before === '\r' || isDelimiter(before);
    // A quotation mark inside a field is an inch sign.
    if (character === '"' && (isQuoted || isFieldStart || before === '"')) isQuoted = !isQuoted;
    else if (!isQuoted && character === '\n') records.push({ ...zeroCounts });
    else if (!isQuoted && isDelimiter(character)) {
      const current = records.at(-1);
      if (current) current[character] += 1;
    }
    before = character;
  }
  return records;
};

const findMode = (numbers: readonly number[]): { value: number; frequency: number } => {
  const frequencies = new Map<number, number>();
  for (const number of numbers) frequencies.set(number, (frequencies.get(number) ?? 0) + 1);
  const [[value, frequency] = [0, 0]] = [...frequencies].sort(([, a], [, b]) => b - a);
  return { value, frequency };
};

/** The delimiter that occurs equally often in the most records. The first records can be a heading without any. */
const findDelimiter = (sample: string): Delimiter => {
  const records = countDelimiters(sample);
  const scores = delimiterNames.map((delimiter) => {
    const counts = records.map((record) => record[delimiter]).filter((count) => count > 0);
    return { delimiter, isInFirst: Number((records[0]?.[delimiter] ?? 0) > 0), ...findMode(counts) };
  });
  const [best] = scores.sort(
    (a, b) => b.frequency - a.frequency || b.value - a.value || b.isInFirst - a.isInFirst,
  );
  return best && best.frequency > 0 ? best.delimiter : ',';
};

const sampleBytes = 64 * 1024;

type CsvFile = { text: Buffer; fileName: string };

async function* readRecords({ text, fileName }: CsvFile, delimiter: Delimiter): AsyncGenerator<RawRow[]> {
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
  });
  // Reported by `errored`; without a listener, it would also end the thread.
  parser.on('error', () => {});
  let row = 0;
  const toRow = (cells: string[]) => {
    row += 1;
    return toRawRow(row, cells);
  };
  try {
    for (const chunk of splitIntoChunks(text)) {
      parser.write(chunk);
      if (parser.errored) throw parser.errored;
      const rows: RawRow[] = [];
      // Waiting for each row takes longer than parsing it.
      for (let cells = parser.read(); cells !== null; cells = parser.read()) rows.push(toRow(cells));
      yield rows;
    }
    parser.end();
    for await (const cells of parser) yield [toRow(cells as string[])];
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause;
    const isQuoteOpen = cause.code === 'CSV_QUOTE_NOT_CLOSED';
    const reason = isQuoteOpen ? 'has an unclosed quotation mark in row' : 'can’t be read from row';
    throw new SpreadsheetError('damaged', `${fileName} ${reason} ${Number(cause.records) + 1}`, { cause });
  }
}

function* splitIntoChunks(text: Buffer): Generator<Buffer> {
  for (let start = 0; start < text.length; start += sampleBytes) {
    yield text.subarray(start, start + sampleBytes);
  }
}

const toRawRow = (row: number, cells: string[]): RawRow => {
  const cellErrors = cells.flatMap((text, index): [number, string][] =>
    isErrorText(text) ? [[index, toErrorMessage(text)]] : [],
  );
  return { row, cells, ...(cellErrors.length > 0 && { cellErrors }) };
};

/** Opens delimited text in UTF-8. Excel's optional first line `sep=;` sets the delimiter and is not a row. */
export const openCsv = (
  { text, fileName }: CsvFile,
  chosenDelimiter: Delimiter | undefined,
): RawSheet & { delimiter: Delimiter } => {
  const sample = text.toString('utf8', 0, sampleBytes);
  const separatorLine = /^sep=([,;\t|])(?:\r\n|\n|\r)/.exec(sample);
  const name = fileName.replace(/\.[^.]*$/, '');
  const delimiter =
    chosenDelimiter ?? delimiterNames.find((a) => a === separatorLine?.[1]) ?? findDelimiter(sample);
  const body = separatorLine ? text.subarray(separatorLine[0].length) : text;
  return {
    sheets: [name],
    sheet: name,
    isDelimited: true,
    delimiter,
    readRows: () => readRecords({ text: body, fileName }, delimiter),
  };
};
