import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { check } from 'recheck';
import ts from 'typescript';
import { inRoot, root } from './lib/paths.ts';

type Pattern = { line: number; source: string; flags: string };

/** Returns the regular expression literals of a source file that can match a text of any length. */
const listPatterns = (code: string): Pattern[] => {
  const file = ts.createSourceFile('.tsx', code, ts.ScriptTarget.Latest);
  const patterns: Pattern[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node) && /[*+]|\{\d+,\}/.test(node.text)) {
      const end = node.text.lastIndexOf('/');
      const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
      patterns.push({ line: line + 1, source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return patterns;
};

/** No limits of time and a fixed seed, so that the result is the same on every machine. */
const parameters = {
  timeout: null,
  seedingTimeout: null,
  incubationTimeout: null,
  attackTimeout: null,
  randomSeed: 0,
};

/** Returns the patterns of a source file whose time can grow faster than the text, with a text that proves it. */
export const findSlowPatterns = async (code: string): Promise<string[]> => {
  const results = listPatterns(code).map(async ({ line, source, flags }) => {
    const result = await check(source, flags, parameters);
    if (result.status === 'safe') return [];
    const reason =
      result.status === 'vulnerable'
        ? `${result.complexity.summary}: ${result.attack.pattern}`
        : `not checked: ${result.error.kind}`;
    return [`${line}: /${source}/${flags} (${reason})`];
  });
  return (await Promise.all(results)).flat();
};

export const main = async (): Promise<void> => {
  const list = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'src'], { cwd: root });
  // Released migrations can't change, and read only what the server has accepted before.
  const files = list
    .toString()
    .split('\n')
    .filter((path) => /(?<!\.test|\.testing)\.tsx?$/.test(path) && !path.includes('/migrations/'));
  const errors = files.map(async (path) => {
    const patterns = await findSlowPatterns(readFileSync(inRoot(path), 'utf8'));
    return patterns.map((pattern) => `${path}:${pattern}`);
  });
  const found = (await Promise.all(errors)).flat();
  if (found.length === 0) return;
  console.error(found.join('\n'));
  process.exitCode = 1;
};
