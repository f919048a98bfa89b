import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest();
const base64url = (bytes: string | Buffer) => Buffer.from(bytes).toString('base64url');

const isPresentAndVerified = 0x05;
const hasCredential = 0x40;

const toCborBytes = (bytes: Buffer) => {
  const length = Buffer.alloc(3, 0x59);
  length.writeUInt16BE(bytes.length, 1);
  return Buffer.concat([length, bytes]);
};

/** An authenticator of one user, as a browser would use it on the page at `origin`. */
export const createPasskeyDevice = (origin: string) => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(16);
  const id = base64url(credentialId);
  let counter = 0;

  const toClientData = (type: string, challenge: string) =>
    JSON.stringify({ type, challenge, origin, crossOrigin: false });

  const toAuthenticatorData = (flags: number, rest = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4);
    counter += 1;
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(new URL(origin).hostname), Buffer.from([flags]), count, rest]);
  };

  const toCredential = <Response extends object>(response: Response) => ({
    id,
    rawId: id,
    type: 'public-key',
    clientExtensionResults: {},
    response,
  });

  /** The key as COSE: an EC2 key for ES256 on P-256. */
  const encodePublicKey = () => {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    return Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ]);
  };

  return {
    id,
    register: (challenge: string) => {
      const aaguidAndLength = Buffer.alloc(18);
      aaguidAndLength.writeUInt16BE(credentialId.length, 16);
      const attested = Buffer.concat([aaguidAndLength, credentialId, encodePublicKey()]);
      const attestationObject = Buffer.concat([
        Buffer.from([0xa3, 0x63]),
        Buffer.from('fmt'),
        Buffer.from([0x64]),
        Buffer.from('none'),
        Buffer.from([0x67]),
        Buffer.from('attStmt'),
        Buffer.from([0xa0, 0x68]),
        Buffer.from('authData'),
        toCborBytes(toAuthenticatorData(isPresentAndVerified | hasCredential, attested)),
      ]);
      return toCredential({
        clientDataJSON: base64url(toClientData('webauthn.create', challenge)),
        attestationObject: base64url(attestationObject),
      });
    },
    /** `isVerified`: whether the device has checked a PIN or a fingerprint. */
    authenticate: (challenge: string, { isVerified = true }: { isVerified?: boolean } = {}) => {
      const clientData = toClientData('webauthn.get', challenge);
      const authenticatorData = toAuthenticatorData(isVerified ? isPresentAndVerified : 0x01);
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientData)]), privateKey);
      return toCredential({
        clientDataJSON: base64url(clientData),
        authenticatorData: base64url(authenticatorData),
        signature: base64url(signature),
      });
    },
  };
};
