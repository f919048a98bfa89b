const problems: Record<string, string> = {
  CERT_HAS_EXPIRED: 'has expired',
  CERT_NOT_YET_VALID: 'isn’t valid yet, or this computer’s clock is wrong',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'is self-signed, so this computer can’t verify the server',
  ERR_TLS_CERT_ALTNAME_INVALID: 'is for another address',
};

/** Describes why a certificate was rejected, from Node's error code. Returns null for any other error. */
export const describeCertificateProblem = (code: string): string | null => {
  if (!/CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS/.test(code)) return null;
  return `The server’s certificate ${problems[code] ?? 'comes from an issuer that this computer doesn’t trust'}`;
};
