// Run by Windows Node: writes a file for each title into a folder, and prints the names that it chose.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { storedFileNameOf } from './src/main/files/file-name.ts';

const [folder = '', ...titles] = process.argv.slice(2);
const names = titles.map((title) => storedFileNameOf(title, 'a.pdf'));
for (const [index, name] of names.entries()) writeFileSync(join(folder, name), `${titles[index]}\n`);
console.log(JSON.stringify(names));
