import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { inRoot } from './lib/paths.ts';

it('defines every class that a component uses', () => {
  const undefinedClasses = globSync(inRoot('src/renderer/**/*.tsx')).flatMap((file) => {
    const code = readFileSync(file, 'utf8');
    return [...code.matchAll(/import (\w+) from '(\.[^']+\.module\.css)'/g)].flatMap(([, name, path = '']) => {
      const styles = readFileSync(join(dirname(file), path), 'utf8');
      const used = [...code.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))].map(([, className = '']) => className);
      return used
        .filter((className) => !new RegExp(`\\.${className}\\b`).test(styles))
        .map((className) => `${file}: ${className}`);
    });
  });
  expect(undefinedClasses).toEqual([]);
});
