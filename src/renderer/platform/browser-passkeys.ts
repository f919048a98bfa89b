import { sendLogin } from './browser-session.ts';
import { fetchJson } from './fetch-json.ts';
import type { Platform } from './platform.ts';

const loadLibrary = () => import('@simplewebauthn/browser');

type Library = Awaited<ReturnType<typeof loadLibrary>>;
type RegistrationOptions = Parameters<Library['startRegistration']>[0]['optionsJSON'];
type LoginOptions = Parameters<Library['startAuthentication']>[0]['optionsJSON'];

const isIpAddress = /^[\d.]+$|^\[/.test(window.location.hostname);
const isSupported = window.isSecureContext && 'PublicKeyCredential' in window && !isIpAddress;

const signIn = async () => {
  const { body } = await fetchJson('POST', '/user/login/passkey/options');
  const { passkeyOptionsResponseSchema } = await import('#shared/passkeys.ts');
  const { options } = passkeyOptionsResponseSchema.parse(body);
  const { startAuthentication } = await loadLibrary();
  const credential = await startAuthentication({ optionsJSON: options as unknown as LoginOptions });
  return sendLogin('/user/login/passkey', { credential });
};

/** Passkeys of the page's own address. */
export const browserPasskeys: Platform['passkeys'] = isSupported
  ? {
      signIn,
      create: async (options) => {
        const { startRegistration } = await loadLibrary();
        return startRegistration({ optionsJSON: options as unknown as RegistrationOptions });
      },
    }
  : null;
