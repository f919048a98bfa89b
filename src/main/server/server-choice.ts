/** Which server the app talks to, and where that was said. */
export type ServerChoice = { kind: 'embedded' } | ParsedAddress;

type ParsedAddress = { kind: 'remote'; url: URL } | { kind: 'invalid'; message: string; path?: string };

/** Checks an address that a person or an administrator gave. */
export const parseServerUrl = (address: string, source: string): ParsedAddress => {
  const url = URL.canParse(address) ? new URL(address) : null;
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  if (!url || !isWeb) {
    return {
      kind: 'invalid',
      message: `${source} isn’t a valid web address. Use one like https://office.example.com.`,
    };
  }
  if (url.username || url.password || url.search || url.hash) {
    return { kind: 'invalid', message: `${source} can’t include a user name, password, query or fragment` };
  }
  return { kind: 'remote', url };
};

/** Reads an address as people type or copy it: without its scheme, or with the path of the API at its end. */
export const readAddress = (typed: string): ParsedAddress => {
  const trimmed = typed.trim();
  const withScheme = trimmed.includes('://') ? trimmed : `https://${trimmed}`;
  return parseServerUrl(withScheme.replace(/(\/v1)?\/*$/, ''), 'This address');
};
