import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Whether the system reports PSS (Linux only). */
export const canMeasureMemory = (): boolean => existsSync('/proc/self/smaps_rollup');

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

const treeOf = (pid: number): number[] => {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    // The state and the parent id follow the process name, which may contain any character.
    const parent = Number(/\) \S (\d+) /.exec(read(`/proc/${name}/stat`))?.[1]);
    children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const below = (each: number): number[] => [each, ...(children.get(each) ?? []).flatMap(below)];
  return below(pid);
};

/** Memory of a process tree in MB: PSS, which divides shared pages among their users. */
const memoryOfTree = (pid: number): number =>
  treeOf(pid)
    .map((each) => Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${each}/smaps_rollup`))?.[1] ?? 0) / 1024)
    .reduce((sum, each) => sum + each, 0);

const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** Memory in MB once three samples in a row, one per second, differ by less than 1 MB (5 to 20 samples). */
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

/** Starts sampling memory. The returned function reports the peak and the growth since the start, in MB. */
export const watchPeak = async (pid: number): Promise<() => { peak: number; growth: number }> => {
  const before = await restingMemory(pid);
  let peak = before;
  let timer: NodeJS.Timeout;
  const sample = () => {
    const startedAt = performance.now();
    peak = Math.max(peak, memoryOfTree(pid));
    // Sampling large processes takes long, and without a pause it would slow down the measured ones.
    timer = setTimeout(sample, Math.max(25, 4 * (performance.now() - startedAt)));
  };
  sample();
  return () => {
    clearTimeout(timer);
    return { peak, growth: peak - before };
  };
};
