import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { build } from 'astro';
import { openContent } from './content.ts';
import { readOptions } from './options.ts';

const listFiles = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => relative(folder, join(entry.parentPath, entry.name)));
};

/** Writes only files that differ, so that uploading the folder sends only these. Returns how many. */
const writeChanged = async (from: string, to: string): Promise<{ written: number; removed: number; all: number }> => {
  const files = await listFiles(from);
  let written = 0;
  for (const file of files) {
    const bytes = await readFile(join(from, file));
    const before = await readFile(join(to, file)).catch(() => null);
    if (before?.equals(bytes)) continue;
    await mkdir(dirname(join(to, file)), { recursive: true });
    await writeFile(join(to, file), bytes);
    written += 1;
  }
  const gone = (await listFiles(to)).filter((file) => !files.includes(file));
  for (const file of gone) await rm(join(to, file));
  return { written, removed: gone.length, all: files.length };
};

const options = readOptions();
const content = await openContent(options);
try {
  const changed = await content.update({ isComplete: true });
  console.log(changed === 'everything' ? 'Read everything' : `Changed since last time: ${changed.length}`);
} catch (error) {
  if (content.isEmpty) throw error;
  console.warn(`Can't read from ${options.url}, so the site is built from the copy of last time. ${error}`);
}
await content.publish({ hasDownloads: true });

const built = await mkdtemp(join(tmpdir(), 'website-'));
try {
  await build({ outDir: built, logLevel: 'warn' });
  const redirects = content.redirects.flatMap(({ path, from, to }) => [
    `/${path}/${from} /${path}/${to}/ 301`,
    // The pages below it have moved, too.
    ...(path === 'categories' && !from.includes('/') ? [`/${path}/${from}/* /${path}/${to}/:splat 301`] : []),
  ]);
  await writeFile(join(built, '_redirects'), redirects.map((line) => `${line}\n`).join(''));
  const { written, removed, all } = await writeChanged(built, options.to);
  console.log(`Wrote ${written} of ${all} files to ${options.to}, and removed ${removed}`);
} finally {
  await rm(built, { recursive: true, force: true });
}
