/**
 * Writes the next migration: what the declarations ask for and the committed migrations do not give yet.
 * Usage: npm run migration -- <name-in-kebab-case>
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { migrations } from '../src/server/storage/migrations/index.ts';
import { findMissing, isNothingMissing } from '../src/server/storage/missing.ts';
import { resources } from '../src/shared/resources/index.ts';
import { writeMigration } from './write-migration.ts';

const name = process.argv[2] ?? '';
if (!/^[a-z][a-z0-9-]*$/.test(name)) {
  console.error('Give the migration a name in kebab-case: npm run migration -- add-blogs');
  process.exit(1);
}

const missing = await findMissing({ resources });
if (isNothingMissing(missing)) {
  console.log('The migrations already give everything that the declarations ask for.');
  process.exit(0);
}

const folder = resolve(import.meta.dirname, '../src/server/storage/migrations');
const number = String(Object.keys(migrations).length + 1).padStart(4, '0');
const file = `${number}-${name}`;
writeFileSync(resolve(folder, `${file}.ts`), writeMigration(missing));

const index = resolve(folder, 'index.ts');
const importLine = `import * as m${number} from './${file}.ts';\n`;
const entry = `  '${file}': m${number},\n`;
writeFileSync(
  index,
  readFileSync(index, 'utf8')
    .replace(/(?:^import \* as m\d+ .*\n)+/m, (imports) => imports + importLine)
    .replace(/^};/m, `${entry}};`),
);
console.log(`Wrote src/server/storage/migrations/${file}.ts. Read it before you commit it.`);
