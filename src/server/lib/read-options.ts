import { parseArgs } from 'node:util';

/** An option of a command. Its parser throws what the value must be. */
export type Option<Value = unknown> = {
  /** Placeholder of the value in the help. A switch has none. */
  value?: string;
  default?: string;
  /** The default in words, where it depends on the computer. */
  describedDefault?: string;
  parse: (text: string) => Value;
  isRequired?: boolean;
  help: string;
  /** A secret, which everyone on the computer could see among the flags of the process. */
  isVariableOnly?: boolean;
};

export type Options = Record<string, Option>;

type ValueOf<Given extends Option> = Given extends { value: string }
  ? ReturnType<Given['parse']> | (Given extends { default: string } | { isRequired: true } ? never : undefined)
  : ReturnType<Given['parse']>;

export type Values<Given extends Options> = { [Name in keyof Given]: ValueOf<Given[Name]> };

export const variableOf = (name: string): string => `BACKOFFICE_${name.toUpperCase().replaceAll('-', '_')}`;

const parse = (name: string, { parse }: Option, text: string): unknown => {
  try {
    return parse(text);
  } catch (error) {
    throw new Error(`${name} ${error instanceof Error ? error.message : error}`);
  }
};

/** Reads the values of options: the flag, else the variable, else the default. Throws an error that names the wrong one. */
export const parseOptions = <Shared extends Options, Own extends Options = Record<never, never>>(
  { shared, own }: { shared: Shared; own?: Own },
  { args, environment }: { args: string[]; environment: NodeJS.ProcessEnv },
): Values<Shared & Own> => {
  const all: Options = { ...shared, ...own };
  const flags = Object.entries(all).filter(([, { isVariableOnly }]) => !isVariableOnly);
  const { values } = parseArgs({
    args,
    options: Object.fromEntries(
      flags.map(([name, { value }]) => [name, { type: value === undefined ? 'boolean' : 'string' } as const]),
    ),
  });
  const read = (name: string, option: Option): unknown => {
    const flag = values[name];
    if (flag !== undefined) return parse(`--${name}`, option, flag === true ? '1' : String(flag));
    const variable = name in shared ? environment[variableOf(name)] : undefined;
    if (variable) return parse(variableOf(name), option, variable);
    if (option.isRequired) throw new Error(`Specify --${name}`);
    const fallback = option.default ?? (option.value === undefined ? '' : undefined);
    return fallback === undefined ? undefined : option.parse(fallback);
  };
  return Object.fromEntries(Object.entries(all).map(([name, option]) => [name, read(name, option)])) as Values<
    Shared & Own
  >;
};

/** Ends a command with a message. */
export const fail = (message: string): never => {
  process.stderr.write(`${message}\n`);
  process.exit(1);
};

const column = 24;
const width = 115;

const wrap = (text: string): string[] => {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = [lines.at(-1), word].filter(Boolean).join(' ');
    if (lines.length > 0 && line.length <= width - column) lines[lines.length - 1] = line;
    else lines.push(word);
  }
  return lines;
};

export const describeDefault = ({ value, default: text, describedDefault }: Option): string =>
  value === undefined ? '' : (describedDefault ?? text ?? '');

const formatOption = ([name, option]: [string, Option]): string => {
  const flag = `  --${name}${option.value ? ` ${option.value}` : ''} `;
  const fallback = describeDefault(option);
  const [first = '', ...others] = wrap(`${option.help}${fallback ? ` (default: ${fallback})` : ''}`);
  const start = flag.length > column ? `${flag.trimEnd()}\n${' '.repeat(column)}` : flag.padEnd(column);
  return [`${start}${first}`, ...others.map((line) => ' '.repeat(column) + line)].join('\n');
};

export type Command<Shared extends Options, Own extends Options> = {
  /** The command and its required options, such as `npm run backup -- --to DIR`. */
  usage: string;
  about: string;
  /** Options of the server, which can also be variables. */
  shared: Shared;
  own?: Own;
};

const describeCommand = ({ usage, about, shared, own = {} }: Command<Options, Options>): string => {
  const help: Option = { parse: String, help: 'Show this help' };
  const flags = Object.entries({ ...own, ...shared, help }).filter(([, { isVariableOnly }]) => !isVariableOnly);
  const [example] = Object.keys(shared);
  const note =
    example && `\n\nInstead of --${example}, you can set ${variableOf(example)}, and so on (docs/options.md).`;
  return `Usage: ${usage} [options]\n\n${about}\n\n${flags.map(formatOption).join('\n')}${note ?? ''}`;
};

/**
 * Reads the options of the command that runs in this process. `check` turns them into those that the command needs. If
 * one is wrong, the command ends with its usage.
 */
export const readOptions = <Result, Shared extends Options, Own extends Options = Record<never, never>>(
  command: Command<Shared, Own>,
  check: (values: Values<Shared & Own>) => Result,
): Result => {
  const usage = describeCommand(command as Command<Options, Options>);
  const args = process.argv.slice(2);
  if (args.includes('--help')) {
    process.stdout.write(`${usage}\n`);
    process.exit(0);
  }
  try {
    return check(parseOptions(command, { args, environment: process.env }));
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : error}\n\n${usage}`);
  }
};
