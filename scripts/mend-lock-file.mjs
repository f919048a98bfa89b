// npm 10, which comes with Node 20, compiles every package that has a binding.gyp, even one that brings its binaries
// and says "gypfile": false: it only looks into the lock file, where it does not write that. A machine without Python
// and a compiler then fails at `npm ci`. So the lock file says it here, again after each install that rewrote it.
import { readFileSync, writeFileSync } from 'node:fs';

const prebuilt = ['node_modules/better-sqlite3'];
const lockFile = new URL('../package-lock.json', import.meta.url);

const before = readFileSync(lockFile, 'utf8');
const lock = JSON.parse(before);
for (const path of prebuilt) lock.packages[path].gypfile = false;
const after = `${JSON.stringify(lock, null, 2)}\n`;
if (after !== before) writeFileSync(lockFile, after);
