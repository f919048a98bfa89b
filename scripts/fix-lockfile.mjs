// Plain JavaScript, because it runs after every `npm install` on any Node. Adds the lock file entries that npm omits
// and `npm ci` needs on other machines.
import { readFileSync, writeFileSync } from 'node:fs';

const lockFile = new URL('../package-lock.json', import.meta.url);

// npm 10 (Node 20) compiles packages that have a binding.gyp, even if they ship binaries and set "gypfile": false. It
// reads that flag only from the lock file but doesn't write it there. Without Python, `npm ci` then fails.
const prebuilt = ['node_modules/better-sqlite3'];

const oneOf = (words, name) => words.filter((word) => name.split(/[/-]/).includes(word));

const platformOf = (name) => ({
  os: oneOf(['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32'], name),
  cpu: oneOf(['arm', 'arm64', 'ia32', 'ppc64', 'riscv64', 's390x', 'x64'], name),
  libc: name.endsWith('musl') || name.endsWith('musleabihf') ? ['musl'] : [],
});

const withoutEmpty = (lists) => Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0));

/** Adds binaries for other systems that the registry lacked when the lock file was written. */
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

const sorted = (packages) => Object.fromEntries(Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en')));

const before = readFileSync(lockFile, 'utf8');
const lock = JSON.parse(before);
for (const path of prebuilt) lock.packages[path].gypfile = false;
addOtherSystems(lock.packages);
lock.packages = sorted(lock.packages);
const after = `${JSON.stringify(lock, null, 2)}\n`;
if (after !== before) writeFileSync(lockFile, after);
