import { parseArgs } from 'node:util';
import { binScript } from './lib/paths.ts';
import { runScript } from './lib/run.ts';

const needsBucket = `The soak needs an S3-compatible server with an empty bucket: set S3_ENDPOINT, S3_BUCKET,
S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY. With S3_RESTART_COMMAND, a command that kills and starts it,
it is restarted; otherwise its connections are cut.`;

/** Runs the soak test for 10 minutes, or `--seconds`. `--seed` repeats the faults of an earlier run. */
export const main = async (args: readonly string[]): Promise<void> => {
  const { values } = parseArgs({
    args: [...args],
    options: { seconds: { type: 'string', default: '600' }, seed: { type: 'string' } },
  });
  if (!process.env.S3_ENDPOINT) throw new Error(needsBucket);
  const { code } = await runScript({
    script: binScript('vitest', 'vitest'),
    args: ['run', '--project', 'contract', 'tests/contract/soak.test.ts', '--disable-console-intercept'],
    env: { SOAK_SECONDS: values.seconds, ...(values.seed && { SOAK_SEED: values.seed }) },
    output: 'inherit',
  });
  process.exitCode = code;
};
