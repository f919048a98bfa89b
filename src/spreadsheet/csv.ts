import { type Delimiter, delimiterNames } from '#shared/import-encodings.ts';
import { parseDelimitedText } from './delimited-text.ts';
import { inBatches, type RawSheet } from './raw-sheet.ts';

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
