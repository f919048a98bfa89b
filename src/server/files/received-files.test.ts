import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { createBase64File } from './received-files.ts';

const path = join(tmpdir(), `base64-file-${process.pid}`);
afterEach(() => rmSync(path, { force: true }));

const decode = async (texts: readonly string[]) => {
  const file = await createBase64File(path);
  try {
    for (const text of texts) await file.write(text);
    return await file.end();
  } finally {
    await file.close();
  }
};

it.each([0, 1, 2])('decodes content of any length that arrives in any chunks (%i)', async (rest) => {
  const content = randomBytes(1_500_000 + rest);
  const text = content.toString('base64');
  const cuts = [0, 1, 7, 700_000, 700_002, text.length - 1, text.length];
  const digest = createHash('sha256').update(content).digest('hex').slice(0, 32);
  expect(await decode(cuts.map((cut, index) => text.slice(cuts[index - 1] ?? 0, cut)))).toEqual({
    size: content.length,
    digest,
  });
  expect(readFileSync(path).equals(content)).toBe(true);
});

const valid = 'QUJD'.repeat(10);
it.each(['*', '-', '_', '=', ' ', '\n', 'é', 'Ł'])('rejects %j in the content', async (character) => {
  expect((await decode([`${valid}QUJ${character}${valid}`])).digest).toBeNull();
});

it('rejects an invalid character at the end', async () => {
  expect((await decode([`${valid}QU*`])).digest).toBeNull();
});
