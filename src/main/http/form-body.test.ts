import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { FileUnavailableError } from '../files/local-files.ts';
import { encodeFormBody } from './request-body.ts';

const bytes = randomBytes(700 * 1024);
const name = 'price "list"\r\n.csv';

const files = {
  getUnchangedFile: async (id: string) => {
    if (id !== 'sheet') throw new FileUnavailableError('The file is gone');
    return { id, name, type: 'application/octet-stream', size: bytes.byteLength, previewUrl: '' };
  },
  readChunks: async function* (_id: string, chunkBytes: number) {
    for (let at = 0; at < bytes.byteLength; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
  },
};

it('is valid multipart/form-data of the announced length', async () => {
  const columns = '{"Größe":"attribute:Size"}\r\n--form-';
  const {
    contentType,
    length,
    bytes: encoded,
  } = await encodeFormBody({ columns, excel: { $localFile: 'sheet' } }, files);
  const chunks: Buffer[] = [];
  for await (const chunk of encoded) chunks.push(chunk);
  const whole = Buffer.concat(chunks);
  expect(whole.byteLength).toBe(length);

  const form = await new Response(whole, { headers: { 'content-type': contentType } }).formData();
  expect([...form.keys()]).toEqual(['columns', 'excel']);
  expect(form.get('columns')).toBe(columns);
  const file = form.get('excel');
  if (!(file instanceof File)) throw new Error('There is no file');
  expect(file.name).toBe(name);
  expect(Buffer.from(await file.arrayBuffer()).equals(bytes)).toBe(true);
});

it('rejects a missing file at once', async () => {
  await expect(encodeFormBody({ excel: { $localFile: 'gone' } }, files)).rejects.toThrow(FileUnavailableError);
});
