import { expect, test } from 'vitest';
import { missingNatives } from './natives.ts';

const installed = ['@node-rs/argon2-linux-x64-gnu', '@node-rs/argon2-darwin-arm64'];
const isInstalled = (name: string) => installed.includes(name);

test('names what an app for another system, or for two processors, lacks', () => {
  expect(missingNatives({ platform: 'linux', processors: ['x64'], isInstalled })).toEqual([]);
  expect(missingNatives({ platform: 'win32', processors: ['x64'], isInstalled })).toEqual([
    '@node-rs/argon2-win32-x64-msvc',
  ]);
  expect(missingNatives({ platform: 'darwin', processors: ['x64', 'arm64'], isInstalled })).toEqual([
    '@node-rs/argon2-darwin-x64',
  ]);
});
