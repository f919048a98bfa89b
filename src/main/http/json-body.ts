import { randomUUID } from 'node:crypto';
import { bareFileMarker, type LocalFile, localFileMarker } from '#shared/ipc-schemas.ts';

/** Divisible by three, so that the base64 of the blocks concatenates to the base64 of the file. */
const chunkBytes = 3 * 64 * 1024;

type MarkedFile = { id: string; isBare: boolean };
type Part = { text: string } | { file: MarkedFile };

export type FileSource = {
  /** Throws `FileUnavailableError` if the file has changed since it was picked. */
  getUnchangedFile: (id: string) => Promise<LocalFile>;
  readChunks: (id: string, chunkBytes: number) => AsyncIterable<Buffer>;
};

export type EncodedBody = { contentType: string; length: number; bytes: AsyncIterable<Buffer> };

export const markedFile = (value: unknown): MarkedFile | null => {
  if (typeof value !== 'object' || value === null) return null;
  const entries = Object.entries(value);
  const [name, id] = entries[0] ?? [];
  const isMarker = name === localFileMarker || name === bareFileMarker;
  return entries.length === 1 && isMarker && typeof id === 'string'
    ? { id, isBare: name === bareFileMarker }
    : null;
};

const split = (body: Record<string, unknown>): Part[] => {
  // The placeholder is random, so user input can't imitate it.
  const nonce = randomUUID();
  const files: MarkedFile[] = [];
  const json = JSON.stringify(body, (_name, value: unknown) => {
    const file = markedFile(value);
    return file === null ? value : `${nonce}${files.push(file) - 1}`;
  });
  return json.split(new RegExp(`"${nonce}(\\d+)"`)).map((piece, index) => {
    const file = index % 2 === 0 ? undefined : files[Number(piece)];
    return file ? { file } : { text: piece };
  });
};

/** The start of a JSON string with a data URL. The file's base64 and the closing quote follow. */
const fileStart = ({ name, type }: LocalFile, isBare: boolean): string =>
  JSON.stringify(`${isBare ? '' : `${name}@@`}data:${type};base64,`).slice(0, -1);

/**
 * Encodes a body as JSON: `{ "$localFile": id }` becomes `"filename@@data:type;base64,..."`, and `{ "$bareLocalFile":
 * id }` the same without the name. The length is known at once; the bytes are read and encoded block by block.
 */
export const encodeJsonBody = async (
  body: Record<string, unknown>,
  files: FileSource,
): Promise<EncodedBody> => {
  const measure = async (part: Part) => {
    if ('text' in part) return { ...part, length: Buffer.byteLength(part.text) };
    const file = await files.getUnchangedFile(part.file.id);
    const start = fileStart(file, part.file.isBare);
    return { file, start, length: Buffer.byteLength(start) + 4 * Math.ceil(file.size / 3) + 1 };
  };
  const parts = await Promise.all(split(body).map(measure));

  async function* encode(): AsyncGenerator<Buffer> {
    for (const part of parts) {
      if ('text' in part) {
        yield Buffer.from(part.text);
        continue;
      }
      yield Buffer.from(part.start);
      for await (const block of files.readChunks(part.file.id, chunkBytes)) {
        yield Buffer.from(block.toString('base64'), 'latin1');
      }
      yield Buffer.from('"');
    }
  }

  return {
    contentType: 'application/json',
    length: parts.reduce((sum, part) => sum + part.length, 0),
    bytes: encode(),
  };
};
