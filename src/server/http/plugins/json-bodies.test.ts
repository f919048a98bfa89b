import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createReceiver, parseReference } from '../../files/received-files.ts';
import { extractFiles } from './json-bodies.ts';

const chunksOf = async function* (text: string, size: number) {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
};

const extract = async (text: string, size = 1000) => {
  const folder = mkdtempSync(join(tmpdir(), 'extract-files-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const receiver = createReceiver(folder);
  const options = { isFileKey: (key: string) => key === 'image' || key === 'imagesArr', receiver };
  const chunks: Buffer[] = [];
  for await (const chunk of extractFiles(chunksOf(text, size), options)) chunks.push(chunk);
  return { folder, receiver, body: JSON.parse(Buffer.concat(chunks).toString()) };
};

const content = Buffer.from(Array.from({ length: 100_000 }, (_, index) => (index * 7) % 251));
const base64 = content.toString('base64');
const prefix = 'Büro "1", neu\\.png@@data:image/png;base64,';

const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex').slice(0, 32);

test.each([1, 7, 4096, 1_000_000])('stores files that arrive in pieces of %i bytes', async (size) => {
  const sent = {
    name: 'Pen, "blue"',
    image: prefix + base64,
    imagesArr: [`data:image/gif;base64,${base64}`],
  };
  const { folder, body } = await extract(JSON.stringify(sent), size);
  expect(body.name).toBe(sent.name);
  for (const [value, start] of [
    [body.image, prefix],
    [body.imagesArr[0], 'data:image/gif;base64,'],
  ]) {
    expect(value.slice(0, start.length)).toBe(start);
    const received = parseReference(value.slice(start.length));
    expect(received).toMatchObject({ size: content.length, digest: digestOf(content) });
    expect(readFileSync(`${folder}/${received?.id}`).equals(content)).toBe(true);
  }
});

test.each([
  ['slashes', base64.replaceAll('/', '\\/')],
  ['every plus sign', base64.replaceAll('+', '\\u002B')],
])('reads content with %s escaped', async (_name, escaped) => {
  const { body } = await extract(`{"image":"a.png@@data:image\\/png;base64,${escaped}"}`, 777);
  expect(parseReference(body.image.split('base64,')[1])?.digest).toBe(digestOf(content));
});

test.each([
  ['a quote', `${base64}\\"AAA`],
  ['spaces', `${base64} AAA`],
  ['padding within', `AA==${base64}`],
])('marks content with %s as damaged', async (_name, damaged) => {
  const { body } = await extract(`{"image":"a.png@@data:image/png;base64,${damaged}","name":"x"}`);
  expect(body.name).toBe('x');
  expect(parseReference(body.image.split('base64,')[1])?.digest).toBeNull();
});

test.each([
  ['short files', { image: `a.png@@data:image/png;base64,${base64.slice(0, 400)}` }],
  ['other fields', { description: `a.png@@data:image/png;base64,${base64}` }],
  ['text without content', { image: `Pen, ${'x'.repeat(100_000)}` }],
])('leaves %s in the JSON', async (_name, sent) => {
  const { body, folder } = await extract(JSON.stringify(sent), 999);
  expect(body).toEqual(sent);
  expect(readdirSync(folder)).toEqual([]);
});

test('deletes the files of a request', async () => {
  const { folder, receiver } = await extract(JSON.stringify({ image: prefix + base64 }));
  expect(readdirSync(folder)).toHaveLength(1);
  await receiver.discard();
  expect(readdirSync(folder)).toEqual([]);
});
