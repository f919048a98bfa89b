import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { forbidArbitraryLoads } from './mac-plist.ts';

let folder: string;
let plist: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'backoffice-plist-'));
  plist = join(folder, 'Info.plist');
});
afterEach(() => rmSync(folder, { recursive: true }));

const local = '<key>NSAllowsLocalNetworking</key>\n    <true/>';
const anything = '\n    <key>NSAllowsArbitraryLoads</key>\n    <true/>';

it('removes only the permission to load anything', () => {
  writeFileSync(plist, `<dict>${local}${anything}</dict>`);
  forbidArbitraryLoads(plist);
  expect(readFileSync(plist, 'utf8')).toBe(`<dict>${local}</dict>`);
});

it('fails if the permission is written in an unknown way', () => {
  writeFileSync(plist, '<key>NSAllowsArbitraryLoads</key><string>yes</string>');
  expect(() => forbidArbitraryLoads(plist)).toThrow('still allows arbitrary loads');
});
