import { existsSync } from 'node:fs';
import { inRoot } from './paths.ts';

type Processor = 'x64' | 'arm64';

const suffixes: Partial<Record<NodeJS.Platform, string>> = { linux: '-gnu', win32: '-msvc' };

type NativeTarget = {
  platform: NodeJS.Platform;
  archs: readonly Processor[];
  isInstalled?: (name: string) => boolean;
};

/** Prebuilt native packages that an app for this platform needs and that aren't installed. */
export const missingNativePackages = ({
  platform,
  archs,
  isInstalled = (name) => existsSync(inRoot('node_modules', name)),
}: NativeTarget): string[] =>
  archs
    .map((processor) => `@node-rs/argon2-${platform}-${processor}${suffixes[platform] ?? ''}`)
    .filter((name) => !isInstalled(name));
