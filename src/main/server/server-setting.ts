export type ServerSetting =
  | { kind: 'embedded' }
  /** The user hasn't confirmed yet that the connection may be unencrypted. */
  | { kind: 'unconfirmed'; url: URL }
  | ParsedAddress;

type ParsedAddress = { kind: 'remote'; url: URL } | { kind: 'invalid'; message: string; path?: string };

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

/** Parses an address as users type or paste it: without a scheme, or with the API path at the end. */
export const parseServerAddress = (typed: string): ParsedAddress => {
  const trimmed = typed.trim();
  const withScheme = trimmed.includes('://') ? trimmed : `https://${trimmed}`;
  return parseServerUrl(withScheme.replace(/(?<!\/)(?:\/v1)?\/*$/, ''), 'This address');
};
