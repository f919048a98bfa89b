import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { inRoot } from './paths.ts';

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      dependencies: z.record(z.string(), z.string()).optional(),
      optionalDependencies: z.record(z.string(), z.string()).optional(),
    }),
  ),
});

type Dependency = { name: string; path: string };

const nameOf = (path: string): string => path.split('node_modules/').at(-1) ?? path;

const lookupFolders = (path: string): string[] => {
  const names = path.split(/\/?node_modules\//).slice(1);
  return [...names, ''].map((_, depth) =>
    [...names.slice(0, names.length - depth).map((name) => `node_modules/${name}/`), 'node_modules/'].join(''),
  );
};

/** Installed production dependencies, including transitive ones, except those that `isUnused` matches. */
export const productionDependencies = (isUnused: (name: string) => boolean = () => false): Dependency[] => {
  const { packages } = lockSchema.parse(JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8')));
  const known = new Set(Object.keys(packages).filter((path) => existsSync(inRoot(path))));
  const found = new Set<string>();
  const visit = (path: string): void => {
    const { dependencies, optionalDependencies } = packages[path] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const next = lookupFolders(path)
        .map((folder) => folder + name)
        .find((each) => known.has(each));
      if (next === undefined || isUnused(name) || found.has(next)) continue;
      found.add(next);
      visit(next);
    }
  };
  visit('');
  return [...found].toSorted().map((path) => ({ name: nameOf(path), path }));
};
