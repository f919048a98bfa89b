import { describe, expect, it } from 'vitest';
import { replaceBuiltinImports } from './builtin-imports.ts';

const getFs = 'process.getBuiltinModule("node:fs")';

describe('replaceBuiltinImports', () => {
  it('reads only the members that a chunk uses', () => {
    expect(replaceBuiltinImports('import { readFile as read, stat } from "node:fs";')).toBe(
      `const { readFile: read, stat } = ${getFs};`,
    );
  });

  it('takes a default import and a namespace as the whole module', () => {
    expect(replaceBuiltinImports('import fs from "node:fs";')).toBe(`const fs = ${getFs};`);
    expect(replaceBuiltinImports('import * as fs from "node:fs";')).toBe(`const fs = ${getFs};`);
    expect(replaceBuiltinImports('import fs, { stat } from "node:fs";')).toBe(`const fs = ${getFs}, { stat } = fs;`);
  });

  it('requires Electron', () => {
    expect(replaceBuiltinImports('import { app } from "electron";')).toBe(
      'const { app } = process.getBuiltinModule("node:module").createRequire(import.meta.url)("electron");',
    );
  });

  it('leaves other imports alone', () => {
    const code = 'import { a } from "./chunk.js";\nimport Sqlite from "better-sqlite3";\nimport "node:fs";';
    expect(replaceBuiltinImports(code)).toBe(code);
  });
});
