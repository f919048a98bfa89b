import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot } from '../../../scripts/lib/paths.ts';
import { buildDebianPackage } from '../../../scripts/packages/debian-package.ts';
import { dependencies, desktopEntry } from '../../../scripts/packages/desktop-deb.ts';

const name = 'catalogue-back-office';
const folder = 'Catalogue Back Office';

const templates = { postinst: 'after-install.tpl', postrm: 'after-remove.tpl' };

/** A package in the earlier format: a folder with spaces and electron-builder's default scripts. */
export const buildPreviousDeb = async (unpacked: string, output: string): Promise<string> => {
  const stage = join(output, '.previous-deb');
  const scripts = join(output, '.previous-scripts');
  mkdirSync(scripts, { recursive: true });
  for (const [script, template] of Object.entries(templates)) {
    const text = readFileSync(inRoot('node_modules/app-builder-lib/templates/linux', template), 'utf8');
    const filled = text.replaceAll(`\${executable}`, name).replaceAll(`\${sanitizedProductName}`, folder);
    writeFileSync(join(scripts, script), filled, { mode: 0o755 });
  }
  cpSync(unpacked, join(stage, 'opt', folder), { recursive: true });
  mkdirSync(join(stage, 'usr/share/applications'), { recursive: true });
  writeFileSync(
    join(stage, `usr/share/applications/${name}.desktop`),
    desktopEntry().replace(/^Exec=.*$/m, `Exec="/opt/${folder}/${name}" %U`),
  );
  const path = await buildDebianPackage({
    stage,
    scripts,
    copyright: 'The version before.\n',
    output: join(output, `${name}-previous.deb`),
    isFast: true,
    control: {
      Package: name,
      Version: '0.0.1',
      Section: 'misc',
      Depends: dependencies,
      Maintainer: 'Office IT <it@office.example.com>',
      Homepage: 'https://office.example.com',
      OpenApiDocument: 'The version before',
    },
  });
  rmSync(stage, { recursive: true });
  return path;
};
