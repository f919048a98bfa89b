import { type Delimiter, delimiterNames } from '#shared/import-columns.ts';
import { isErrorText } from '#shared/import-numbers.ts';
import { swallowedRowsMessage, toErrorMessage, toOpenQuoteMessage } from './errors.ts';
import { columnLetter, inBatches, type RawRow, type RawSheet } from './raw-sheet.ts';

/** Programs that write `\"` for a quotation mark don't double it. At the end of a cell, it can be a path such as `C:\`. */
const backslashQuote = /\\" *[^\s",;|]/;

/** Returns a function that reads the cell at a position of the text. `isOpen`: its quotation mark isn't closed. */
const createCellReader = (text: string, delimiter: Delimiter) => {
  const hasBackslashes = backslashQuote.test(text);
  const blank = `[${delimiter === '\t' ? '' : '\t'}\0 \u00a0\ufeff]*`;
  // Excel keeps the zeros of `="00123"`.
  const opening = new RegExp(`${blank}=?"`, 'y');
  const closing = new RegExp(`${blank}(?=[${delimiter}\r\n]|$)`, 'y');
  const unquoted = new RegExp(`[^${delimiter}\r\n]*`, 'y');
  const endOf = (pattern: RegExp, from: number): number => {
    pattern.lastIndex = from;
    return pattern.test(text) ? pattern.lastIndex : -1;
  };
  const findClosingQuote = (from: number): number => {
    for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 1)) {
      if (hasBackslashes && text[at - 1] === '\\' && text[at - 2] !== '\\') continue;
      if (text[at + 1] !== '"') return at;
      at += 1;
    }
    return -1;
  };
  const unquote = (quoted: string): string => {
    const escapes = hasBackslashes ? /\\(["\\])|""/g : /""/g;
    const plain = quoted.replace(escapes, (_match, escaped) => (escaped === '\\' ? '\\' : '"'));
    return /^=".*"$/s.test(plain) ? plain.slice(2, -1).replaceAll('""', '"') : plain;
  };
  return (start: number): { text: string; end: number; isOpen?: boolean } => {
    const first = endOf(opening, start);
    if (first < 0) {
      const end = endOf(unquoted, start);
      return { text: text.slice(start, end), end };
    }
    const last = findClosingQuote(first);
    const closed = last < 0 ? -1 : endOf(closing, last + 1);
    if (closed >= 0) return { text: unquote(text.slice(first, last)), end: closed };
    const isOpen = last < 0 || /[\r\n]/.test(text.slice(first, last));
    const end = endOf(unquoted, isOpen ? first : last + 1);
    const written = text.slice(start, end).trim();
    // The third of three quotation marks closes the cell: `"Ruler, 12" steel"`.
    const isClosed = !isOpen && written.endsWith('"') && written.split('"').length % 2 === 0;
    return { text: isClosed ? unquote(written.slice(1, -1)) : written, end, isOpen };
  };
};

/** Whether a cell contains all cells of the rows below: both of its quotation marks are stray. */
const hasSwallowedRows = (cells: readonly string[], delimiter: Delimiter): boolean =>
  cells.length > 2 &&
  cells.some((cell, index) => {
    const lines = cell.split(/\r\n|[\r\n]/);
    if (lines.length === 1 || cell.includes(`${delimiter} `)) return false;
    return lines.every((line, at) => {
      const first = at === 0 ? index : 0;
      const last = at === lines.length - 1 ? index : cells.length - 1;
      return line.split(delimiter).length === last - first + 1;
    });
  });

/**
 * Parses rows of delimited text. A quotation mark that isn't closed where a cell can end is part of its text, so that
 * it can't swallow the rows below.
 */
function* parseDelimitedText(text: string, delimiter: Delimiter): Generator<RawRow> {
  const readCell = createCellReader(text, delimiter);
  for (let at = 0, row = 1; at < text.length; row += 1) {
    const cells: string[] = [];
    let error: string | undefined;
    for (let isRowEnd = false; !isRowEnd; ) {
      const cell = readCell(at);
      if (cell.isOpen) error ??= toOpenQuoteMessage(`${columnLetter(cells.length)}${row}`);
      cells.push(cell.text);
      isRowEnd = text[cell.end] !== delimiter;
      at = cell.end + (text.startsWith('\r\n', cell.end) ? 2 : 1);
    }
    if (hasSwallowedRows(cells, delimiter)) error ??= swallowedRowsMessage;
    const cellErrors = cells.flatMap((cell, index): [number, string][] =>
      isErrorText(cell) ? [[index, toErrorMessage(cell)]] : [],
    );
    yield { row, cells, ...(cellErrors.length > 0 && { cellErrors }), ...(error && { error }) };
  }
}

const findMode = (numbers: readonly number[]): { value: number; frequency: number } => {
  const frequencies = new Map<number, number>();
  for (const number of numbers) frequencies.set(number, (frequencies.get(number) ?? 0) + 1);
  const [[value, frequency] = [0, 0]] = [...frequencies].sort(([, a], [, b]) => b - a);
  return { value, frequency };
};

/** The delimiter that occurs equally often in the most records. The first records can be a heading without any. */
const findDelimiter = (sample: string): Delimiter => {
  const scores = delimiterNames.map((delimiter) => {
    const rows = [...parseDelimitedText(sample, delimiter)];
    const counts = rows.flatMap(({ cells, error }) => (error || cells.length === 1 ? [] : cells.length));
    return { delimiter, isInFirst: Number((rows[0]?.cells.length ?? 0) > 1), ...findMode(counts) };
  });
  const [best] = scores.sort((a, b) => b.frequency - a.frequency || b.value - a.value || b.isInFirst - a.isInFirst);
  return best && best.frequency > 0 ? best.delimiter : ',';
};

const sampleCharacters = 64 * 1024;

/** Opens delimited text. Excel's optional first line `sep=;` sets the delimiter and is not a row. */
export const openCsv = (
  { text, fileName }: { text: string; fileName: string },
  chosenDelimiter: Delimiter | undefined,
): RawSheet & { delimiter: Delimiter } => {
  const sample = text.slice(0, sampleCharacters);
  const separatorLine = /^"?sep=([,;\t|])"?[,;\t|]*(?:\r\n|\n|\r)/i.exec(sample);
  const name = fileName.replace(/\.[^.]*$/, '');
  const delimiter = chosenDelimiter ?? delimiterNames.find((a) => a === separatorLine?.[1]) ?? findDelimiter(sample);
  const body = separatorLine ? text.slice(separatorLine[0].length) : text;
  return {
    sheets: [name],
    sheet: name,
    isDelimited: true,
    delimiter,
    readRows: () => inBatches(parseDelimitedText(body, delimiter)),
  };
};
