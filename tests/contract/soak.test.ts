import { expect, it } from 'vitest';
import { hasNoBucket } from '../support/s3.ts';
import { runSoak } from '../support/soak/soak.ts';

// As long as a full test run has time for. `npm run soak` takes 10 minutes.
const seconds = Number(process.env.SOAK_SECONDS ?? 15);
const seed = Number(process.env.SOAK_SEED ?? Date.now() % 1_000_000);

it.skipIf(hasNoBucket)(
  'three servers lose nothing while they, their database and their object storage are killed',
  async () => {
    const figures = await runSoak({ seconds, seed });
    console.log(JSON.stringify(figures, null, 2));
    const { lostWrites, lostFiles, wrongImports, orphans, unfinishedJobs, unexpected, crashes } = figures;
    expect({ lostWrites, lostFiles, wrongImports, orphans, unfinishedJobs, unexpected, crashes }).toEqual({
      lostWrites: [],
      lostFiles: [],
      wrongImports: [],
      orphans: [],
      unfinishedJobs: [],
      unexpected: [],
      crashes: [],
    });
    expect(figures.acknowledged).toBeGreaterThan(0);
  },
  (seconds + 300) * 1000,
);
