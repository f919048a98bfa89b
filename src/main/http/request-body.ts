import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { bareFileMarker, type IpcPayload, type LocalFile, localFileMarker } from '#shared/ipc.ts';
import { createProgressStream } from '../files/file-streams.ts';

/** Divisible by three, so that the base64 of the blocks concatenates to the base64 of the file. */
const chunkBytes = 3 * 64 * 1024;

type MarkedFile = { id: string; isBare: boolean };

export type FileSource = {
  /** Throws `FileUnavailableError` if the file has changed since it was picked. */
  getUnchangedFile: (id: string) => Promise<LocalFile>;
  readChunks: (id: string, chunkBytes: number) => AsyncIterable<Buffer>;
};

export type EncodedBody = { contentType: string; length: number; bytes: AsyncIterable<Buffer> };

const parseFileMarker = (value: unknown): MarkedFile | null => {
  if (typeof value !== 'object' || value === null) return null;
  const entries = Object.entries(value);
  const [name, id] = entries[0] ?? [];
  const isMarker = name === localFileMarker || name === bareFileMarker;
  return entries.length === 1 && isMarker && typeof id === 'string' ? { id, isBare: name === bareFileMarker } : null;
};

type Piece = Buffer | { file: LocalFile; isBase64: boolean };

/** Joins bytes and files into a body. Its length is known at once; the files are read and encoded block by block. */
const joinPieces = (
  contentType: string,
  { pieces, files }: { pieces: readonly Piece[]; files: FileSource },
): EncodedBody => {
  async function* encode(): AsyncGenerator<Buffer> {
    for (const piece of pieces) {
      if (Buffer.isBuffer(piece)) yield piece;
      else {
        for await (const block of files.readChunks(piece.file.id, chunkBytes)) {
          yield piece.isBase64 ? Buffer.from(block.toString('base64'), 'latin1') : block;
        }
      }
    }
  }
  const lengthOf = (piece: Piece): number => {
    if (Buffer.isBuffer(piece)) return piece.byteLength;
    return piece.isBase64 ? 4 * Math.ceil(piece.file.size / 3) : piece.file.size;
  };
  const length = pieces.reduce((sum, piece) => sum + lengthOf(piece), 0);
  return { contentType, length, bytes: encode() };
};

/**
 * Encodes a body as JSON: `{ "$localFile": id }` becomes `"filename@@data:type;base64,..."`, and `{ "$bareLocalFile":
 * id }` the same without the name.
 */
export const encodeJsonBody = async (body: Record<string, unknown>, files: FileSource): Promise<EncodedBody> => {
  // The placeholder is random, so user input can't imitate it.
  const nonce = randomUUID();
  const marked: MarkedFile[] = [];
  const json = JSON.stringify(body, (_name, value: unknown) => {
    const file = parseFileMarker(value);
    return file === null ? value : `${nonce}${marked.push(file) - 1}`;
  });
  const toPieces = async (text: string, index: number): Promise<Piece[]> => {
    const mark = index % 2 === 0 ? undefined : marked[Number(text)];
    if (!mark) return [Buffer.from(text)];
    const file = await files.getUnchangedFile(mark.id);
    const prefix = JSON.stringify(`${mark.isBare ? '' : `${file.name}@@`}data:${file.type};base64,`);
    return [Buffer.from(prefix.slice(0, -1)), { file, isBase64: true }, Buffer.from('"')];
  };
  const pieces = await Promise.all(json.split(new RegExp(`"${nonce}(\\d+)"`)).map(toPieces));
  return joinPieces('application/json', { pieces: pieces.flat(), files });
};

/** Escapes a name as the HTML standard specifies for multipart forms. */
const quoted = (name: string): string =>
  `"${name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22')}"`;

const partHead = (boundary: string, name: string, file?: LocalFile): Buffer => {
  const attributes = file ? `; filename=${quoted(file.name)}\r\ncontent-type: ${file.type}` : '';
  return Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name=${quoted(name)}${attributes}\r\n\r\n`);
};

const partEnd = Buffer.from('\r\n');

export const encodeFormBody = async (body: Record<string, unknown>, files: FileSource): Promise<EncodedBody> => {
  const boundary = `form-${randomUUID()}`;
  const toPart = async ([name, value]: [string, unknown]) => {
    const fileMarker = parseFileMarker(value);
    if (fileMarker === null) return [partHead(boundary, name), Buffer.from(String(value)), partEnd];
    const file = await files.getUnchangedFile(fileMarker.id);
    return [partHead(boundary, name, file), { file, isBase64: false }, partEnd];
  };
  const parts = await Promise.all(Object.entries(body).map(toPart));
  const pieces = [...parts.flat(), Buffer.from(`--${boundary}--\r\n`)];
  return joinPieces(`multipart/form-data; boundary=${boundary}`, { pieces, files });
};

const bodySchema = z.record(z.string(), z.unknown());

/** Returns a function that encodes the body of a page's request while it is sent, in constant memory. */
export const createUploadEncoder =
  (files: FileSource, onProgress: (progress: IpcPayload<'sendProgress'>) => void) =>
  async (request: Request, requestId: string) => {
    const isForm = request.headers.get('content-type')?.startsWith('multipart/');
    const body = bodySchema.parse(await request.json());
    const { contentType, length, bytes } = await (isForm ? encodeFormBody : encodeJsonBody)(body, files);
    const counter = createProgressStream(length, (sentBytes) =>
      onProgress({ requestId, sentBytes, totalBytes: length }),
    );
    const source = Readable.from(bytes, { objectMode: false });
    source.once('error', (error) => counter.destroy(error));
    counter.once('close', () => source.destroy());
    return { body: source.pipe(counter), headers: { 'content-type': contentType, 'content-length': length } };
  };
