import { randomUUID } from 'node:crypto';
import type { LocalFile } from '#shared/ipc-schemas.ts';
import { type EncodedBody, type FileSource, joinPieces, parseFileMarker } from './json-body.ts';

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
