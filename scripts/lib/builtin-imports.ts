import { builtinModules } from 'node:module';

const isBuiltin = (name: string): boolean =>
  name === 'electron' || name.startsWith('node:') || builtinModules.includes(name);

const load = (name: string): string =>
  name === 'electron'
    ? 'process.getBuiltinModule("node:module").createRequire(import.meta.url)("electron")'
    : `process.getBuiltinModule(${JSON.stringify(name)})`;

const declare = ({ name, all, members }: { name: string; all: string | undefined; members: string }) => {
  const source = all ?? load(name);
  const pattern = members.replaceAll(' as ', ': ');
  return [all && `${all} = ${load(name)}`, members.trim() && `{${pattern}} = ${source}`].filter(Boolean);
};

const importPattern = /^import (?:(?:\* as )?([$\w]+))?(?:, )?(?:\{([^}]*)\})? from "([\w:/]+)";$/gm;

/**
 * Replaces static imports of Node's and Electron's modules in a chunk. Such an import reads every export, and some
 * exports load large parts of Node first: `node:http` alone costs 40 ms of CPU because of `WebSocket`.
 */
export const replaceBuiltinImports = (code: string): string =>
  code.replace(importPattern, (statement: string, all: string | undefined, members = '', name = '') => {
    const declared = isBuiltin(name) ? declare({ name, all, members }) : [];
    return declared.length > 0 ? `const ${declared.join(', ')};` : statement;
  });
