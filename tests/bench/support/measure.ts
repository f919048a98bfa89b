export type Contender = {
  name: string;
  run: () => Promise<unknown> | unknown;
  /** Restores the state after each run, outside the measured time. */
  tidy?: () => Promise<unknown> | unknown;
};

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
};

const time = async ({ run, tidy }: Contender): Promise<number> => {
  const started = performance.now();
  await run();
  const taken = performance.now() - started;
  await tidy?.();
  return taken;
};

export const percentile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

export const printRatios = ({
  title,
  unit,
  rows,
}: {
  title: string;
  unit: string;
  rows: readonly { name: string; value: number }[];
}): void => {
  const limit = rows[0]?.value ?? 0;
  console.log(`\n${title}`);
  for (const { name, value } of rows) {
    const ratio = (value / (limit || value)).toFixed(2);
    console.log(`  ${name.padEnd(31)} ${value.toFixed(3).padStart(9)} ${unit}  ${ratio.padStart(7)} x`);
  }
};

/**
 * Runs the contenders alternately, so that a slow machine affects all of them, and prints medians with their
 * ratio to the first contender's.
 */
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
      const taken = await time(contender);
      if (round >= 0) times[index]?.push(taken);
    }
  }
  printRatios({
    title: `${title} (medians of ${rounds}, in turn)`,
    unit: 'ms',
    rows: contenders.map(({ name }, index) => ({ name, value: median(times[index] ?? []) })),
  });
};
