import { expect, test } from 'vitest';
import { missingNativePackages } from './native-packages.ts';

const installed = ['@node-rs/argon2-linux-x64-gnu', '@node-rs/argon2-darwin-arm64'];
const isInstalled = (name: string) => installed.includes(name);

test('names the packages missing for another platform or for two processors', () => {
  expect(missingNativePackages({ platform: 'linux', archs: ['x64'], isInstalled })).toEqual([]);
  expect(missingNativePackages({ platform: 'win32', archs: ['x64'], isInstalled })).toEqual([
    '@node-rs/argon2-win32-x64-msvc',
  ]);
  expect(missingNativePackages({ platform: 'darwin', archs: ['x64', 'arm64'], isInstalled })).toEqual([
    '@node-rs/argon2-darwin-x64',
  ]);
});
