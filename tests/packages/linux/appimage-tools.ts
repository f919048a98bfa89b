import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installPackages } from '../../../scripts/lib/apt.ts';

const offset = 4096;

/** Replaces the AppImage runtime, which only GitHub hosts. It unpacks the image instead of mounting it. */
const runtime = `#!/bin/sh
folder=$(mktemp -d)
unsquashfs -quiet -no-progress -offset ${offset} -dest "$folder/app" "$0" >/dev/null
APPIMAGE=$(readlink -f "$0") APPDIR="$folder/app" "$folder/app/AppRun" "$@"
code=$?
rm -rf "$folder"
exit $code
`;

export const prepareAppImageTools = async (folder: string): Promise<string> => {
  if (!['mksquashfs', 'desktop-file-validate'].every((name) => existsSync(join('/usr/bin', name))))
    await installPackages(['squashfs-tools', 'desktop-file-utils']);
  for (const inner of ['runtimes', 'lib/x64']) mkdirSync(join(folder, inner), { recursive: true });
  symlinkSync('/usr/bin/desktop-file-validate', join(folder, 'desktop-file-validate'));
  // Compression would take most of the time.
  const mksquashfs = '#!/bin/sh\nexec /usr/bin/mksquashfs "$@" -noI -noD -noF -noX\n';
  writeFileSync(join(folder, 'mksquashfs'), mksquashfs, { mode: 0o755 });
  writeFileSync(join(folder, 'runtimes/runtime-x64'), runtime.padEnd(offset, '\n'));
  return folder;
};
