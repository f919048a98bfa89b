import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { migrations } from '../src/server/database/migrations/index.ts';
import { resources } from '../src/shared/resources/index.ts';
import { generateMigration } from './lib/generate-migration.ts';
import { binScript } from './lib/paths.ts';
import { runScript } from './lib/run.ts';
import { diffSchema, isEmptyDiff } from './lib/schema-diff.ts';

const folder = resolve(import.meta.dirname, '../src/server/database/migrations');

const listMigration = ({ number, file }: { number: string; file: string }) => {
  const index = resolve(folder, 'index.ts');
  const importLine = `import { up as up${number} } from './${file}.ts';\n`;
  writeFileSync(
    index,
    readFileSync(index, 'utf8')
      .replace(/(?:^import \{ up as .*\n)+/m, (imports) => imports + importLine)
      .replace(/^};/m, `  '${file}': { up: up${number} },\n};`),
  );
};

/** Writes the next migration: the difference between the declarations and the committed migrations. */
export const main = async ([name = '']: string[]): Promise<void> => {
  if (!/^[a-z][a-z0-9-]*$/.test(name)) {
    console.error('Give the migration a name in kebab-case: npm run migration -- add-blogs');
    process.exit(1);
  }
  const missing = await diffSchema({ resources });
  if (missing.changed.length > 0) {
    console.error(`Write this one by hand, the type of a column changed: ${missing.changed.join(', ')}`);
    process.exit(1);
  }
  if (isEmptyDiff(missing)) {
    console.log('The migrations already give everything that the declarations ask for.');
    return;
  }
  const number = String(Object.keys(migrations).length + 1).padStart(4, '0');
  const file = `${number}-${name}`;
  writeFileSync(resolve(folder, `${file}.ts`), generateMigration(missing));
  listMigration({ number, file });
  await runScript({ script: binScript('@biomejs/biome', 'biome'), args: ['format', '--write', folder] });
  console.log(`Wrote src/server/database/migrations/${file}.ts. Read it before you commit it.`);
};
