export type Contender = { name: string; run: () => Promise<unknown> | unknown };

const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
};

const time = async (run: Contender['run']): Promise<number> => {
  const started = performance.now();
  await run();
  return performance.now() - started;
};

/** Runs the contenders in turn, so that what slows the machine slows all, and prints medians beside the first's. */
export const compare = async ({
  title,
  rounds,
  contenders,
}: {
  title: string;
  rounds: number;
  contenders: readonly Contender[];
}): Promise<void> => {
  const times = contenders.map(() => [] as number[]);
  const warmUp = Math.ceil(rounds / 10);
  for (let round = -warmUp; round < rounds; round += 1) {
    for (const [index, contender] of contenders.entries()) {
      const taken = await time(contender.run);
      if (round >= 0) times[index]?.push(taken);
    }
  }
  const medians = times.map(median);
  console.log(`\n${title} (medians of ${rounds}, in turn)`);
  for (const [index, { name }] of contenders.entries()) {
    const own = medians[index] ?? 0;
    const ratio = (own / (medians[0] ?? own)).toFixed(2);
    console.log(`  ${name.padEnd(28)} ${own.toFixed(3).padStart(9)} ms  ${ratio.padStart(7)} x`);
  }
};
