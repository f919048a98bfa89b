import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { inRoot, root } from './paths.ts';

const sbomSchema = z.looseObject({
  components: z.array(z.looseObject({ 'bom-ref': z.string() })),
  dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.array(z.string()).default([]) })),
});

type Package = { name: string; version: string };

const readAll = () => {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
  const npm = process.env.npm_execpath;
  const [command, prefix] = npm ? [process.execPath, [npm]] : ['npm', []];
  const json = execFileSync(command, [...prefix, ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return sbomSchema.parse(JSON.parse(json.toString()));
};

const readElectronVersion = (): string =>
  JSON.parse(readFileSync(inRoot('node_modules/electron/package.json'), 'utf8')).version;

/**
 * Returns the software bill of materials of the app as CycloneDX JSON: what `npm sbom` lists, limited to the shipped
 * packages and Electron.
 */
export const buildSbom = (shipped: readonly Package[]): string => {
  const { components, dependencies, ...sbom } = readAll();
  const packages = [...shipped, { name: 'electron', version: readElectronVersion() }];
  const included = new Set(packages.map(({ name, version }) => `${name}@${version}`));
  const isIncluded = (ref: string) => included.has(ref);
  // An alias of package.json is the name of its component; its reference has the true name.
  const listed = components.filter((component) => isIncluded(component['bom-ref']));
  const refs = new Set(listed.map((component) => component['bom-ref']));
  const missing = [...included].filter((ref) => !refs.has(ref));
  if (missing.length > 0) throw new Error(`The lock file lacks ${missing.join(', ')}. Run npm install`);
  return JSON.stringify(
    {
      ...sbom,
      components: listed,
      dependencies: dependencies
        .filter(({ ref }) => isIncluded(ref))
        .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isIncluded) })),
    },
    null,
    2,
  );
};
