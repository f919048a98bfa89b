import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Whether this system tells what a process takes of the memory that it shares with others. */
export const canMeasureMemory = (): boolean => existsSync('/proc/self/smaps_rollup');

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // It ended meanwhile.
    return '';
  }
};

/** The process and all that it started, and what those started. */
const treeOf = (pid: number): number[] => {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    // After the name, which may hold anything, come the state and the parent.
    const parent = Number(/\) \S (\d+) /.exec(read(`/proc/${name}/stat`))?.[1]);
    children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const below = (each: number): number[] => [each, ...(children.get(each) ?? []).flatMap(below)];
  return below(pid);
};

/** What a process and all below it take, in MB: PSS, which shares out fairly what several of them use. */
const memoryOfTree = (pid: number): number =>
  treeOf(pid)
    .map((each) => Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${each}/smaps_rollup`))?.[1] ?? 0) / 1024)
    .reduce((sum, each) => sum + each, 0);

const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** What it takes once it has come to rest: the same for two seconds, after five at least and twenty at most. */
export const restingMemory = async (pid: number): Promise<number> => {
  const seen: number[] = [];
  while (seen.length < 20) {
    await wait(1000);
    seen.push(memoryOfTree(pid));
    const last = seen.slice(-3);
    if (seen.length >= 5 && Math.max(...last) - Math.min(...last) < 1) break;
  }
  return seen.at(-1) ?? 0;
};

/** Watches what it takes from now on; the answer gives the most that was seen, also above what it was at first. */
export const watchPeak = async (pid: number): Promise<() => { peak: number; growth: number }> => {
  const before = await restingMemory(pid);
  let peak = before;
  const timer = setInterval(() => {
    peak = Math.max(peak, memoryOfTree(pid));
  }, 25);
  return () => {
    clearInterval(timer);
    return { peak, growth: peak - before };
  };
};
