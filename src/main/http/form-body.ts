import { randomUUID } from 'node:crypto';
import type { LocalFile } from '#shared/ipc-schemas.ts';
import { type EncodedBody, type FileSource, markedFile } from './json-body.ts';

const chunkBytes = 256 * 1024;

/** Escapes a name as the HTML standard specifies for multipart forms. */
const quoted = (name: string): string =>
  `"${name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22')}"`;

const partHead = (boundary: string, name: string, file?: LocalFile): Buffer => {
  const about = file ? `; filename=${quoted(file.name)}\r\ncontent-type: ${file.type}` : '';
  return Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name=${quoted(name)}${about}\r\n\r\n`);
};

type Part = { head: Buffer; text: Buffer } | { head: Buffer; file: LocalFile };

const partEnd = Buffer.from('\r\n');

export const encodeFormBody = async (
  body: Record<string, unknown>,
  files: FileSource,
): Promise<EncodedBody> => {
  const boundary = `form-${randomUUID()}`;
  const toPart = async ([name, value]: [string, unknown]): Promise<Part> => {
    const marked = markedFile(value);
    if (marked === null) return { head: partHead(boundary, name), text: Buffer.from(String(value)) };
    const file = await files.getUnchangedFile(marked.id);
    return { head: partHead(boundary, name, file), file };
  };
  const parts = await Promise.all(Object.entries(body).map(toPart));
  const end = Buffer.from(`--${boundary}--\r\n`);

  async function* encode(): AsyncGenerator<Buffer> {
    for (const part of parts) {
      yield part.head;
      if ('text' in part) yield part.text;
      else yield* files.readChunks(part.file.id, chunkBytes);
      yield partEnd;
    }
    yield end;
  }

  const lengthOf = (part: Part) =>
    part.head.byteLength + ('text' in part ? part.text.byteLength : part.file.size) + partEnd.byteLength;
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    length: parts.reduce((sum, part) => sum + lengthOf(part), end.byteLength),
    bytes: encode(),
  };
};
