import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { SpreadsheetProblem } from './problem.ts';
import type { RawRow, RawSheet } from './table.ts';

/** What Windows-1252 has where Latin-1 has control characters. Node 20's own decoder leaves them out. */
const windows1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

const decodeWindows1252 = (bytes: Buffer) =>
  bytes
    .toString('latin1')
    .replace(/[\x80-\x9f]/g, (character) => windows1252[character.charCodeAt(0) - 0x80] ?? character);

const hasMark = (bytes: Buffer, ...mark: number[]) => mark.every((byte, index) => bytes[index] === byte);

/** The encoding of a text, or null when the bytes are no text. */
const findEncoding = (bytes: Buffer): 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | null => {
  if (hasMark(bytes, 0xef, 0xbb, 0xbf)) return 'utf-8';
  if (hasMark(bytes, 0xff, 0xfe)) return 'utf-16le';
  if (hasMark(bytes, 0xfe, 0xff)) return 'utf-16be';
  if (bytes.includes(0)) {
    // Without a mark UTF-16 shows by the zero half of the letters that every table of titles has.
    const start = bytes.subarray(0, 256);
    const isZero = (parity: number) => start.every((byte, index) => index % 2 !== parity || byte === 0);
    if (bytes.length % 2 === 0 && isZero(1)) return 'utf-16le';
    if (bytes.length % 2 === 0 && isZero(0)) return 'utf-16be';
    return null;
  }
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252';
};

/** The bytes of a text as UTF-8 without a mark, or null when they are no text. */
export const toUtf8 = (bytes: Buffer): Buffer | null => {
  const encoding = findEncoding(bytes);
  if (encoding === null) return null;
  if (encoding === 'utf-8') return hasMark(bytes, 0xef, 0xbb, 0xbf) ? bytes.subarray(3) : bytes;
  if (encoding === 'windows-1252') return Buffer.from(decodeWindows1252(bytes));
  return Buffer.from(new TextDecoder(encoding).decode(bytes));
};

const delimiters = [',', ';', '\t'] as const;
type Delimiter = (typeof delimiters)[number];

/** How often each delimiter stands outside quotes in each of the first records. */
const countDelimiters = (sample: string): Record<Delimiter, number>[] => {
  const none = { ',': 0, ';': 0, '\t': 0 };
  const records = [{ ...none }];
  let isQuoted = false;
  let before = '\n';
  for (const character of sample) {
    const isFieldStart = before === '\n' || before === '\r' || delimiters.some((one) => one === before);
    // A quotation mark inside a field is an inch.
    if (character === '"' && (isQuoted || isFieldStart || before === '"')) isQuoted = !isQuoted;
    else if (!isQuoted && character === '\n') records.push({ ...none });
    else if (!isQuoted && (character === ',' || character === ';' || character === '\t')) {
      const current = records.at(-1);
      if (current) current[character] += 1;
    }
    before = character;
  }
  return records;
};

/** The delimiter that stands in the titles and as often in the most records. */
const findDelimiter = (sample: string): Delimiter => {
  const [titles, ...records] = countDelimiters(sample);
  const scores = delimiters.map((delimiter) => {
    const wanted = titles?.[delimiter] ?? 0;
    const alike = records.filter((record) => record[delimiter] === wanted).length;
    return { delimiter, wanted, alike };
  });
  const used = scores.filter(({ wanted }) => wanted > 0);
  used.sort((one, other) => other.alike - one.alike || other.wanted - one.wanted);
  return used[0]?.delimiter ?? ',';
};

const sampleBytes = 64 * 1024;

async function* recordsOf({
  text,
  delimiter,
  fileName,
}: {
  text: Buffer;
  delimiter: Delimiter;
  fileName: string;
}): AsyncGenerator<RawRow> {
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
  });
  let row = 0;
  try {
    for await (const cells of Readable.from(chunksOf(text)).pipe(parser)) {
      row += 1;
      yield { row, cells: cells as string[] };
    }
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause;
    throw new SpreadsheetProblem({
      code: 'damaged',
      message:
        cause.code === 'CSV_QUOTE_NOT_CLOSED'
          ? `${fileName} has a quotation mark in row ${Number(cause.records) + 1} that is never closed`
          : `${fileName} cannot be read from row ${Number(cause.records) + 1} on`,
      cause,
    });
  }
}

function* chunksOf(text: Buffer): Generator<Buffer> {
  for (let start = 0; start < text.length; start += sampleBytes) {
    yield text.subarray(start, start + sampleBytes);
  }
}

/** Reads delimited text that is already UTF-8. Excel's first line `sep=;` says the delimiter and is no row. */
export const openCsv = ({ text, fileName }: { text: Buffer; fileName: string }): RawSheet => {
  const sample = text.toString('utf8', 0, sampleBytes);
  const said = /^sep=([,;\t])(?:\r\n|\n|\r)/.exec(sample);
  const name = fileName.replace(/\.[^.]*$/, '');
  const rows = recordsOf({
    text: said ? text.subarray(said[0].length) : text,
    delimiter: delimiters.find((one) => one === said?.[1]) ?? findDelimiter(sample),
    fileName,
  });
  return { sheets: [name], sheet: name, rows };
};
