import { writeFileSync } from 'node:fs';
import { serverOptions } from '../src/server/lib/options.ts';
import { describeDefault, type Option, variableOf } from '../src/server/lib/read-options.ts';
import { inRoot } from './lib/paths.ts';

const describe = ([name, option]: [string, Option]): string => {
  const flag = option.isVariableOnly ? '' : `\`--${[name, option.value].filter(Boolean).join(' ')}\``;
  return `| ${[flag, `\`${variableOf(name)}\``, describeDefault(option), option.help].join(' | ')} |`;
};

/** The page of all options of the server. A test compares it with the file. */
export const optionsPage = `# Options of the server

\`npm run serve\` and \`npm run web\` take these options as flags or as environment variables; a flag takes precedence. A
switch such as \`--insecure\` is the value 1 as a variable. Secrets can only be variables, because everyone on the computer
can see the flags of a process. The other commands have some of these options (\`npm run backup -- --help\`).

\`npm run options\` writes this page from \`src/server/lib/options.ts\`.

| flag | variable | default | meaning |
|---|---|---|---|
${Object.entries(serverOptions).map(describe).join('\n')}
`;

export const optionsPath = inRoot('docs/options.md');

export const main = (): void => writeFileSync(optionsPath, optionsPage);
