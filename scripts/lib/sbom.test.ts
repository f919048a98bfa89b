import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inRoot } from './paths.ts';
import { buildSbom } from './sbom.ts';

const versionOf = (name: string): string =>
  JSON.parse(readFileSync(inRoot(`node_modules/${name}/package.json`), 'utf8')).version;

test('it lists the shipped packages with their hashes and licences', () => {
  const fastify = { name: 'fastify', version: versionOf('fastify') };
  const { bomFormat, components } = JSON.parse(buildSbom([fastify]));
  expect(bomFormat).toBe('CycloneDX');
  expect(components).toEqual([
    expect.objectContaining({ name: 'electron' }),
    expect.objectContaining({
      ...fastify,
      hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
      licenses: [{ license: { id: 'MIT' } }],
    }),
  ]);
});

test('a package that the lock file lacks is an error', () => {
  expect(() => buildSbom([{ name: 'no-such-package', version: '1.0.0' }])).toThrow('no-such-package@1.0.0');
});
