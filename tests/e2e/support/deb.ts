import { run } from '../../../scripts/lib/run.ts';

const dpkgDeb = async (...args: string[]): Promise<string> => {
  const { code, output } = await run({ command: 'dpkg-deb', args });
  if (code !== 0) throw new Error(output);
  return output.trim();
};

export const fieldOf = (deb: string, name: string): Promise<string> => dpkgDeb('--field', deb, name);

/** File paths in a Debian package, without the leading `.`, and the owners of its entries. */
export const contentsOf = async (deb: string): Promise<{ paths: string[]; owners: string[] }> => {
  const lines = (await dpkgDeb('--contents', deb)).split('\n').map((line) => line.split(/\s+/));
  return {
    paths: lines.map((words) => words.slice(5).join(' ').slice(1)).filter((path) => !path.endsWith('/')),
    owners: [...new Set(lines.map(([, owner = '']) => owner))],
  };
};
