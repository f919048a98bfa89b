import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot } from '../../../scripts/lib/paths.ts';
import { buildDebianPackage } from '../../../scripts/packages/debian-package.ts';
import { dependencies, desktopEntry } from '../../../scripts/packages/desktop-deb.ts';

const name = 'catalogue-back-office';
const folder = 'Catalogue Back Office';

const templates = { postinst: 'after-install.tpl', postrm: 'after-remove.tpl' };

/** A package in the earlier format: a folder with spaces and electron-builder's default scripts. */
export const buildPreviousDeb = async (unpacked: string, output: string): Promise<string> => {
  const scripts = join(output, '.previous-scripts');
  mkdirSync(scripts, { recursive: true });
  for (const [script, template] of Object.entries(templates)) {
    const text = readFileSync(inRoot('node_modules/app-builder-lib/templates/linux', template), 'utf8');
    const filled = text.replaceAll(`\${executable}`, name).replaceAll(`\${sanitizedProductName}`, folder);
    writeFileSync(join(scripts, script), filled, { mode: 0o755 });
  }
  const stage = (root: string) => {
    cpSync(unpacked, join(root, 'opt', folder), { recursive: true });
    mkdirSync(join(root, 'usr/share/applications'), { recursive: true });
    writeFileSync(
      join(root, `usr/share/applications/${name}.desktop`),
      desktopEntry().replace(/^Exec=.*$/m, `Exec="/opt/${folder}/${name}" %U`),
    );
  };
  return buildDebianPackage(
    {
      name,
      section: 'misc',
      depends: dependencies,
      description: 'The version before',
      stage,
      scripts,
      copyright: 'The version before.\n',
    },
    {
      output,
      isFast: true,
      version: '0.0.1',
      release: {
        maintainer: 'Office IT <it@office.example.com>',
        homepage: 'https://office.example.com',
      },
    },
  );
};
