const browsers: readonly [name: string, pattern: RegExp][] = [
  ['Desktop app', /CatalogueBackOffice/],
  ['Edge', /Edg(?:e|A|iOS)?\//],
  ['Opera', /OPR\//],
  ['Samsung Internet', /SamsungBrowser\//],
  ['Firefox', /Firefox\/|FxiOS\//],
  // After the browsers that also name Chrome.
  ['Chrome', /Chrome\/|CriOS\//],
  ['Safari', /Safari\//],
];

const systems: readonly [name: string, pattern: RegExp][] = [
  ['Windows', /Windows/],
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['macOS', /Mac OS X|Macintosh/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux/],
];

const identify = (names: typeof browsers, userAgent: string) =>
  names.find(([, pattern]) => pattern.test(userAgent))?.[0];

/** Names the browser and operating system of a `User-Agent` header, such as "Firefox on Linux". */
export const describeDevice = (userAgent: string | null): string => {
  const browser = identify(browsers, userAgent ?? '') ?? 'Unknown app';
  const system = identify(systems, userAgent ?? '');
  return system ? `${browser} on ${system}` : browser;
};
