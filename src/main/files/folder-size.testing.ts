import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

export const folderSize = async (folder: string): Promise<number> => {
  const found = await Promise.all((await readdir(folder)).map((name) => stat(join(folder, name))));
  return found.reduce((sum, { size }) => sum + size, 0);
};
