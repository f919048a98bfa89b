import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installPackages } from '../../../scripts/lib/apt.ts';

const programs = { mksquashfs: 'squashfs-tools', 'desktop-file-validate': 'desktop-file-utils' };

const offset = 4096;

/** Stands in for the runtime of AppImages, which exists on GitHub only: it unpacks what the real one mounts. */
const runtime = `#!/bin/sh
folder=$(mktemp -d)
unsquashfs -quiet -no-progress -offset ${offset} -dest "$folder/app" "$0" >/dev/null
APPIMAGE=$(readlink -f "$0") APPDIR="$folder/app" "$folder/app/AppRun" "$@"
code=$?
rm -rf "$folder"
exit $code
`;

/** The folder that APPIMAGE_TOOLS_PATH names: Debian's tools and a stand-in for the runtime. */
export const prepareAppImageTools = async (folder: string): Promise<string> => {
  await installPackages(Object.values(programs));
  for (const inner of ['runtimes', 'lib/x64']) mkdirSync(join(folder, inner), { recursive: true });
  for (const program of Object.keys(programs)) symlinkSync(`/usr/bin/${program}`, join(folder, program));
  writeFileSync(join(folder, 'runtimes/runtime-x64'), runtime.padEnd(offset, '\n'));
  return folder;
};
