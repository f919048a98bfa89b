import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Content, createSiteClient, updateContent } from '@catalogue/site-client';
import { createFileCache } from '@catalogue/site-client/file-cache';
import { downloadFiles } from './files.ts';
import type { Options } from './options.ts';

/** The copy of the office's content that a build starts from, and the address that it is of. */
type Saved = { url: string; content: Content };

const writeWhole = async (path: string, text: string) => {
  await writeFile(`${path}.new`, text);
  await rename(`${path}.new`, path);
};

/** Lists with images that the server hasn't looked at yet, some seconds after they were first asked for. */
const findUndescribed = ({ lists }: Content): string[] =>
  Object.entries(lists).flatMap(([name, records]) => (JSON.stringify(records).includes('"color":null') ? [name] : []));

/** Opens the folder that keeps all content, so that the site can be built while the office is off. */
export const openContent = async ({ url, token, content: folder, all }: Options) => {
  const [savedPath, sitePath] = [join(folder, 'content.json'), join(folder, 'site.json')];
  const client = createSiteClient({ url, token, cache: createFileCache(join(folder, 'responses')) });
  await mkdir(join(folder, 'public', 'files'), { recursive: true });

  const read = async (): Promise<Content | null> => {
    const saved = await readFile(savedPath, 'utf8').catch(() => null);
    if (saved === null) return null;
    const { url: savedUrl, content } = JSON.parse(saved) as Saved;
    return savedUrl === url ? content : null;
  };
  let current = all ? null : await read();

  /** Asks the office what has changed. Returns what was read. */
  const update = async ({ isComplete }: { isComplete: boolean }) => {
    const { content, changed } = await updateContent(client, current);
    current = content;
    if (changed.length === 0) return changed;
    for (let attempt = 0; isComplete && attempt < 3; attempt += 1) {
      const reread = findUndescribed(current);
      if (reread.length === 0) break;
      await wait(1000);
      current = (await updateContent(client, current, { reread })).content;
    }
    await writeWhole(savedPath, JSON.stringify({ url, content: current } satisfies Saved));
    return changed;
  };

  /** Writes what the pages are made of. With downloads, they need nothing from the office. */
  const publish = async ({ hasDownloads }: { hasDownloads: boolean }): Promise<void> => {
    const text = JSON.stringify(current);
    await writeWhole(sitePath, hasDownloads ? await downloadFiles(text, join(folder, 'public', 'files')) : text);
  };

  return {
    update,
    publish,
    get isEmpty() {
      return current === null;
    },
    get redirects() {
      return current?.redirects ?? [];
    },
  };
};
