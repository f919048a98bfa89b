type Release = {
  /** Where installed apps look for a newer version: a folder on a web server. Without it they never look. */
  updateUrl?: string;
  homepage?: string;
  /** `Name <address>`. */
  maintainer?: string;
};

const loopback = ['localhost', '127.0.0.1', '[::1]'];

/** Whoever can change what comes over the wire could change the checksum along with the app. */
const isSafeFeed = (address: string): boolean => {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, username, password } = new URL(address);
  if (username || password) return false;
  return protocol === 'https:' || (protocol === 'http:' && loopback.includes(hostname));
};

const isWebAddress = (address: string): boolean =>
  URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);

/** What a release says of itself, from the environment of whoever builds it. */
export const readRelease = (environment: NodeJS.ProcessEnv): Release => {
  const {
    BACKOFFICE_UPDATE_URL: updateUrl,
    BACKOFFICE_HOMEPAGE: homepage,
    BACKOFFICE_MAINTAINER: maintainer,
  } = environment;
  if (updateUrl && !isSafeFeed(updateUrl)) {
    throw new Error('BACKOFFICE_UPDATE_URL must be an https address without a user name or password');
  }
  if (homepage && !isWebAddress(homepage)) throw new Error('BACKOFFICE_HOMEPAGE must be a web address');
  if (maintainer && !/^[^<>]+ <[^<>@\s]+@[^<>@\s]+>$/.test(maintainer)) {
    throw new Error('BACKOFFICE_MAINTAINER must be written as: Name <address@of-mail>');
  }
  return {
    ...(updateUrl && { updateUrl }),
    ...(homepage && { homepage }),
    ...(maintainer && { maintainer }),
  };
};

/** A Debian package says whom to turn to. No default could be true. */
export const missingForDebian = ({ homepage, maintainer }: Release): string[] => [
  ...(maintainer ? [] : ['BACKOFFICE_MAINTAINER']),
  ...(homepage ? [] : ['BACKOFFICE_HOMEPAGE']),
];
