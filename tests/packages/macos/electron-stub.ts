import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fuseWire } from '../support/foreign-project.ts';

const write = (path: string, content: string | Buffer): void => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
};

const plistOf = (entries: Record<string, string>): string => {
  const lines = Object.entries(entries).map(([key, value]) => `<key>${key}</key><string>${value}</string>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>${lines.join('')}</dict></plist>`;
};

const devices = Object.fromEntries(
  ['AudioCapture', 'BluetoothAlways', 'BluetoothPeripheral', 'Camera', 'Microphone'].map((name) => [
    `NS${name}UsageDescription`,
    `This app needs access to ${name}`,
  ]),
);

const helpers = ['', ' (GPU)', ' (Plugin)', ' (Renderer)'].map((kind) => `Electron Helper${kind}`);

/** A folder with the layout of Electron for macOS but no binaries, which only GitHub hosts. */
export const makeElectronStub = (folder: string): void => {
  const contents = join(folder, 'Electron.app/Contents');
  write(
    join(contents, 'Info.plist'),
    plistOf({ CFBundleExecutable: 'Electron', CFBundleIconFile: 'electron.icns', ...devices }),
  );
  write(join(contents, 'MacOS/Electron'), '');
  write(join(contents, 'Resources/electron.icns'), '');
  const frameworks = join(contents, 'Frameworks');
  const framework = join(frameworks, 'Electron Framework.framework');
  write(join(framework, 'Electron Framework'), fuseWire);
  for (const language of ['en', 'de']) write(join(framework, `Versions/A/Resources/${language}.lproj/locale.pak`), '');
  for (const name of helpers) {
    write(join(frameworks, `${name}.app/Contents/Info.plist`), plistOf({ CFBundleExecutable: name }));
    write(join(frameworks, `${name}.app/Contents/MacOS/${name}`), '');
  }
  write(join(folder, 'version'), '');
};
