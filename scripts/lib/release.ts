export type Release = {
  /** The URL of a folder in which installed apps look for updates. Without it, they never look. */
  updateUrl?: string;
  homepage?: string;
  /** `Name <address>`. */
  maintainer?: string;
};

const loopback = ['localhost', '127.0.0.1', '[::1]'];

/** Over plain HTTP, an attacker could replace both the app and its checksum. */
const isSafeFeed = (address: string): boolean => {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, username, password } = new URL(address);
  if (username || password) return false;
  return protocol === 'https:' || (protocol === 'http:' && loopback.includes(hostname));
};

const isWebAddress = (address: string): boolean => URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);

export const parseReleaseEnv = (environment: NodeJS.ProcessEnv): Release => {
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

/** A Debian package must name its maintainer and homepage, which have no sensible defaults. */
export const missingDebianFields = ({ homepage, maintainer }: Release): string[] => [
  ...(maintainer ? [] : ['BACKOFFICE_MAINTAINER']),
  ...(homepage ? [] : ['BACKOFFICE_HOMEPAGE']),
];
