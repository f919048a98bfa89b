// Runs after every `npm install`, so it is plain JavaScript for any Node. What npm leaves out of the lock file, and
// what then breaks `npm ci` on another machine, is put in here.
import { readFileSync, writeFileSync } from 'node:fs';

const lockFile = new URL('../package-lock.json', import.meta.url);

// npm 10, which comes with Node 20, compiles what has a binding.gyp although it brings its binaries and says
// "gypfile": false: it reads that in the lock file only, where it does not write it. Without Python, `npm ci` fails.
const prebuilt = ['node_modules/better-sqlite3'];

const oneOf = (words, name) => words.filter((word) => name.split(/[/-]/).includes(word));

const platformOf = (name) => ({
  os: oneOf(['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32'], name),
  cpu: oneOf(['arm', 'arm64', 'ia32', 'ppc64', 'riscv64', 's390x', 'x64'], name),
  libc: name.endsWith('musl') || name.endsWith('musleabihf') ? ['musl'] : [],
});

const withoutEmpty = (lists) =>
  Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0));

/** Adds the binaries for other systems that the registry did not offer when the lock file was written. */
const addOtherSystems = (packages) => {
  for (const { optionalDependencies = {}, dev } of Object.values(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      const platform = platformOf(name);
      const isKnown = Object.keys(packages).some((path) => path.endsWith(`node_modules/${name}`));
      if (isKnown || platform.os.length === 0 || !/^\d/.test(version)) continue;
      packages[`node_modules/${name}`] = { version, dev, optional: true, ...withoutEmpty(platform) };
    }
  }
};

const sorted = (packages) =>
  Object.fromEntries(Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en')));

const before = readFileSync(lockFile, 'utf8');
const lock = JSON.parse(before);
for (const path of prebuilt) lock.packages[path].gypfile = false;
addOtherSystems(lock.packages);
lock.packages = sorted(lock.packages);
const after = `${JSON.stringify(lock, null, 2)}\n`;
if (after !== before) writeFileSync(lockFile, after);
