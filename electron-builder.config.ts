import type { Configuration } from 'electron-builder';
import { parseReleaseEnv } from './scripts/lib/release.ts';
import { unneededFiles } from './scripts/lib/unneeded-files.ts';
import { appId } from './src/shared/app-id.ts';

const { updateUrl, homepage } = parseReleaseEnv(process.env);

/** What goes into the app: what is built and the production dependencies, of their natives those that run there. */
const filesFor = (natives: string): string[] => [
  'out/**',
  '!out/.built-from',
  '!out/*/.vite/**',
  // The server of hosts, and what fills databases for measurements.
  '!out/main/server/{cli,seed,restore}*',
  // What is compressed for browsers.
  '!out/renderer/**/*.gz',
  'resources/**',
  ...unneededFiles.map((pattern) => `!${pattern}`),
  `!node_modules/better-sqlite3/prebuilds/!(${natives}).node`,
  `!node_modules/@node-rs/argon2-!(${natives}*)/**`,
  // In Electron, sharp runs as WebAssembly on every system (ADR 20).
  '!node_modules/@img/sharp-!(wasm32)/**',
  // Headers for compilers.
  '!node_modules/node-addon-api/**',
];

const productName = 'Catalogue Back Office';

const unusedDevices = ['AudioCapture', 'BluetoothAlways', 'BluetoothPeripheral', 'Camera', 'Microphone'];

const config: Configuration = {
  appId,
  productName,
  copyright: 'Catalogue Back Office',
  artifactName: '${name}-${version}-${os}-${arch}.${ext}',
  extraMetadata: {
    ...(homepage && { homepage }),
    author: { name: 'Catalogue Back Office' },
    // By this Linux finds the entry of the app: for its icon, its badge, and who opens its links.
    desktopName: 'catalogue-back-office.desktop',
  },
  directories: { output: 'dist', buildResources: 'build' },
  // Nothing but the natives beside the archive: what is in it is checked as it is read.
  asar: { smartUnpack: false },
  asarUnpack: ['**/*.node'],
  // Natives come ready-made for Node-API, whatever the Electron.
  npmRebuild: false,
  electronLanguages: ['en'],
  electronFuses: {
    runAsNode: false,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    onlyLoadAppFromAsar: true,
    enableEmbeddedAsarIntegrityValidation: true,
    enableCookieEncryption: true,
    loadBrowserProcessSpecificV8Snapshot: false,
    grantFileProtocolExtraPrivileges: false,
    // Apple silicon starts nothing whose signature no longer fits, signed by us or not.
    resetAdHocDarwinSignature: true,
  },
  protocols: [{ name: 'Catalogue Back Office', schemes: ['backoffice'] }],
  publish: updateUrl ? [{ provider: 'generic', url: updateUrl }] : null,

  win: {
    target: [
      { target: 'nsis', arch: 'x64' },
      { target: 'portable', arch: 'x64' },
    ],
    icon: 'build/icon.ico',
    files: filesFor('win32-${arch}'),
  },
  nsis: {
    // For the person who installs it, without the rights of an administrator.
    perMachine: false,
    oneClick: true,
    deleteAppDataOnUninstall: false,
    // Updates install for one person too, so they never need administrator rights.
    packElevateHelper: false,
    include: 'build/installer.nsh',
    artifactName: '${name}-${version}-setup.${ext}',
  },
  portable: { artifactName: '${name}-${version}-portable.${ext}' },

  mac: {
    target: [
      { target: 'dmg', arch: 'universal' },
      { target: 'zip', arch: 'universal' },
    ],
    category: 'public.app-category.business',
    icon: 'build/icon.icns',
    hardenedRuntime: true,
    gatekeeperAssess: false,
    entitlements: 'build/entitlements.mac.plist',
    entitlementsInherit: 'build/entitlements.mac.plist',
    files: filesFor('darwin-*'),
    // Electron explains why it might use these; the app never does.
    extendInfo: Object.fromEntries(unusedDevices.map((name) => [`NS${name}UsageDescription`, null])),
    // Both halves of a universal app hold the binaries of both processors.
    x64ArchFiles: 'Contents/Resources/app.asar.unpacked/node_modules/{better-sqlite3/prebuilds,@node-rs}/**',
  },

  linux: {
    // The Debian package is made by scripts/packages: electron-builder needs a tool from GitHub for it.
    target: [{ target: 'AppImage', arch: 'x64' }],
    category: 'Office',
    synopsis: 'Back office for a stationery and brands catalogue',
    description: 'Manage the products, brands, pages and messages of your website',
    executableName: 'catalogue-back-office',
    icon: 'build/icons',
    // X11 knows the window by the name of the app, Wayland by `desktopName`.
    desktop: { entry: { StartupWMClass: productName, Keywords: 'catalogue;products;' } },
    syncDesktopName: true,
    files: filesFor('linux-${arch}'),
  },
  // Needs no libfuse2, which newer systems lack.
  toolsets: { appimage: '1.0.3' },
};

export default config;
