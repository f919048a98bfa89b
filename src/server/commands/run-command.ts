import { toCommandError } from '../database/database-errors.ts';
import { serverOptions } from '../lib/options.ts';
import { type Command, fail, type Options, readOptions, type Values } from '../lib/read-options.ts';

/** The options of the server that say where its data is. */
export const dataOptions = {
  data: serverOptions.data,
  'database-url': serverOptions['database-url'],
  'files-url': serverOptions['files-url'],
};

export const print = (text: string): void => void process.stderr.write(`${text}\n`);

/** Reads the options of a command and runs it. If it fails, the process ends with the place and the reason. */
export const runCommand = async <Shared extends Options, Own extends Options = Record<never, never>>(
  command: Command<Shared, Own> & { place: (values: Values<Shared & Own>) => string },
  work: (values: Values<Shared & Own>) => Promise<void>,
): Promise<void> => {
  // Only this user may read what a command writes.
  process.umask(0o077);
  const values = readOptions(command, (all) => all);
  try {
    await work(values);
  } catch (error) {
    const { path, message } = toCommandError(error, command.place(values));
    fail(`${path}: ${message}`);
  }
};
