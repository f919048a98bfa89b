// Run by Windows Node: writes a file for each title into a folder. The first argument is the module that
// names files.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [naming, folder, ...titles] = process.argv.slice(2);
const { toStoredFileName } = await import(naming);
for (const title of titles) writeFileSync(join(folder, toStoredFileName(title, 'a.pdf')), `${title}\n`);
