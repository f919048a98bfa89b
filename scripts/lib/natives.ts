import { existsSync } from 'node:fs';
import { inRoot } from './paths.ts';

type Processor = 'x64' | 'arm64';

const suffixes: Partial<Record<NodeJS.Platform, string>> = { linux: '-gnu', win32: '-msvc' };

/** The packages with ready-made natives that an app for a system needs and that are not installed. */
export const missingNatives = ({
  platform,
  processors,
  isInstalled = (name) => existsSync(inRoot('node_modules', name)),
}: {
  platform: NodeJS.Platform;
  processors: readonly Processor[];
  isInstalled?: (name: string) => boolean;
}): string[] =>
  processors
    .map((processor) => `@node-rs/argon2-${platform}-${processor}${suffixes[platform] ?? ''}`)
    .filter((name) => !isInstalled(name));
