import type { Configuration } from 'electron-builder';
import { parseReleaseEnv } from './scripts/lib/release.ts';
import { unneededFiles } from './scripts/lib/unneeded-files.ts';
import { appId } from './src/shared/app-id.ts';

const { updateUrl, homepage } = parseReleaseEnv(process.env);

/** Files of the packaged app: the build and the production dependencies, with native modules of one platform only. */
const filesFor = (natives: string): string[] => [
  'out/**',
  '!out/.built-from',
  '!out/*/.vite/**',
  // The server's command line.
  '!out/main/server/{cli,restore}*',
  // Compressed files for browsers.
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
    // Linux finds the app's icon, badge and link handler by this name.
    desktopName: 'catalogue-back-office.desktop',
  },
  directories: { output: 'dist', buildResources: 'build' },
  // Only native modules stay outside the archive, whose integrity Electron validates.
  asar: { smartUnpack: false },
  asarUnpack: ['**/*.node'],
  // The native modules are prebuilt for Node-API, which every Electron version supports.
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
    // Apple silicon runs no binary whose signature became invalid, and changing fuses invalidates it.
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
    // Installs for one user, without administrator rights.
    perMachine: false,
    oneClick: true,
    deleteAppDataOnUninstall: false,
    // Updates install for one user, too, so they never need administrator rights.
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
    // Electron's default texts ask for these devices, which the app never uses.
    extendInfo: Object.fromEntries(unusedDevices.map((name) => [`NS${name}UsageDescription`, null])),
    // Both builds that form the universal app contain the binaries of both architectures.
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
    // X11 identifies the window by the app's name, Wayland by `desktopName`.
    desktop: { entry: { StartupWMClass: productName, Keywords: 'catalogue;products;' } },
    syncDesktopName: true,
    files: filesFor('linux-${arch}'),
  },
  // This version doesn't need libfuse2, which newer systems lack.
  toolsets: { appimage: '1.0.3' },
};

export default config;
