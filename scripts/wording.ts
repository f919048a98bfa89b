import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { inRoot, root } from './lib/paths.ts';

/** Words that no name contains, with the glossary's word for the idea. */
const replacements: ReadonlyMap<string, string> = new Map([
  ['anew', 'again, or the verb with re-'],
  ['doomed', 'dependents'],
  ['further', 'extra, related'],
  ['portion', 'chunk'],
  ['recognise', 'match'],
  ['turnstile', 'semaphore'],
  ['unbearable', 'unsupported'],
]);

const commentsAndTexts = /\/\*[\s\S]*?\*\/|\/\/.*|'[^'\n]*'|"[^"\n]*"|`[^`]*`|>[^<>{}]*</g;

/** A comment that starts with a clause where a noun or a verb belongs, such as “What is written”. */
const clause = /(?:\/\*\*?|\/\/) ((?:what|who|whoever|whatever|(?:by|of|on|in|to|from) which) .*)/i;

const wordsOf = (name: string): string[] => name.split(/(?<=[a-z0-9])(?=[A-Z])/).map((word) => word.toLowerCase());

/** Returns the banned words in the names of a source file, and comments that start with a clause. */
export const findWordingErrors = (source: string): string[] => {
  const code = source.replace(commentsAndTexts, (text) => text.replace(/[^\n]/g, ' '));
  const names = code.split('\n').flatMap((line, index) =>
    (line.match(/[A-Za-z_$][\w$]*/g) ?? []).flatMap((name) =>
      wordsOf(name)
        .filter((word) => replacements.has(word))
        .map((word) => `${index + 1}: ${name} (use: ${replacements.get(word)})`),
    ),
  );
  const comments = source.split('\n').flatMap((line, index) => {
    const found = line.match(clause);
    return found ? [`${index + 1}: ${found[1]} (start with a noun or a verb)`] : [];
  });
  return [...names, ...comments];
};

export const main = (): void => {
  const list = execFileSync(
    'git',
    ['ls-files', '-co', '--exclude-standard', 'src', 'packages', 'examples', 'scripts', 'tests'],
    {
      cwd: root,
    },
  );
  const files = list
    .toString()
    .split('\n')
    .filter((path) => /\.tsx?$/.test(path) && !path.includes('/migrations/'));
  const errors = files.flatMap((path) =>
    findWordingErrors(readFileSync(inRoot(path), 'utf8')).map((error) => `${path}:${error}`),
  );
  if (errors.length === 0) return;
  console.error(errors.join('\n'));
  process.exitCode = 1;
};
