import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const addresses = /https?:\/\/[^\s"\\]+\/site\/v1\/files\/[^\s"\\,]+/g;
const parallel = 8;

/** The name of a downloaded file: `38ef….webp?w=320` becomes `38ef…-320.webp`. */
const toName = (address: string): string => {
  const { pathname, searchParams } = new URL(address);
  const name = pathname.split('/').at(-1) ?? '';
  const width = searchParams.get('w');
  return width ? `${name.replace(/\.\w+$/, '')}-${width}.webp` : name;
};

/** Downloads all files that the content names, and returns the content with their new addresses. */
export const downloadFiles = async (content: string, folder: string): Promise<string> => {
  const names = new Map((content.match(addresses) ?? []).map((address) => [address, toName(address)]));
  const present = new Set(await readdir(folder));
  const missing = [...names].filter(([, name]) => !present.has(name));
  const failed = new Set<string>();
  const download = async () => {
    for (let next = missing.pop(); next; next = missing.pop()) {
      const [address, name] = next;
      const response = await fetch(address, { signal: AbortSignal.timeout(60_000) }).catch(() => null);
      if (response?.ok) {
        await writeFile(join(folder, `${name}.new`), Buffer.from(await response.arrayBuffer()));
        await rename(join(folder, `${name}.new`), join(folder, name));
      } else {
        failed.add(address);
      }
    }
  };
  await Promise.all(Array.from({ length: parallel }, download));
  for (const address of failed) console.warn(`Couldn't download ${address}`);
  const used = new Set(names.values());
  await Promise.all([...present].filter((name) => !used.has(name)).map((name) => rm(join(folder, name))));
  return content.replace(addresses, (address) => (failed.has(address) ? address : `/files/${names.get(address)}`));
};
