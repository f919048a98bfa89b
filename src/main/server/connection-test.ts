import { z } from 'zod';
import { metaSchema } from '#shared/api.ts';
import type { IpcOutput } from '#shared/ipc.ts';
import { readAddress } from './server-choice.ts';
import { codeOf, readJson, requestUpstream, ServerAway } from './upstream.ts';

type Result = IpcOutput<'testServer'>;

const failed = (reason: Extract<Result, { outcome: 'failed' }>['reason'], message: string): Result => ({
  outcome: 'failed',
  reason,
  message,
});

const certificateTexts: Record<string, string> = {
  CERT_HAS_EXPIRED: 'it has expired',
  CERT_NOT_YET_VALID: 'it is not valid yet. Check the clock of this computer as well',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the server signed it itself, so nobody vouches for it',
  SELF_SIGNED_CERT_IN_CHAIN: 'it was issued by an authority that this computer does not trust',
  ERR_TLS_CERT_ALTNAME_INVALID: 'it is for another address',
};

const unreachableTexts: Record<string, string> = {
  ENOTFOUND: 'There is no server of this name. Check the address',
  EAI_AGAIN: 'The name of the server cannot be looked up. Check the connection of this computer',
  ECONNREFUSED: 'The computer is there, but no server answers at this address. Check the port',
  EPROTO: 'The server does not speak https. Try the address with http://',
};

const explain = (error: unknown): Result => {
  const code = codeOf(error instanceof ServerAway && error.cause ? error.cause : error);
  if (/CERT|SELF_SIGNED|UNABLE_TO_/.test(code)) {
    const why = certificateTexts[code] ?? 'it was issued by an authority that this computer does not trust';
    return failed('certificate', `The certificate of the server is refused: ${why}`);
  }
  const unreachable = code.startsWith('ERR_SSL') ? unreachableTexts.EPROTO : unreachableTexts[code];
  return failed(
    'unreachable',
    unreachable ?? 'The server cannot be reached. Check the address and the connection',
  );
};

/** What every server of the specification says to whoever comes without a session. */
const refusalSchema = z.looseObject({ success: z.literal(false), message: z.string() });

type Answer = { status: number; body: unknown; location?: string };

const ask = async (url: URL, path: string): Promise<Answer> => {
  const answer = await requestUpstream({ target: { url, headers: {} }, method: 'GET', path, headers: {} });
  return {
    status: answer.statusCode ?? 0,
    body: await readJson(answer),
    location: answer.headers.location,
  };
};

/** Where a server sends whoever asks it; it is never gone to unasked: nobody chose that place. */
const placeOf = ({ status, location }: Answer, asked: URL): string | null => {
  if (status < 300 || status >= 400 || !location || !URL.canParse(location, asked.href)) return null;
  const { origin, pathname } = new URL(location, asked);
  return `${origin}${pathname.replace(/v1\/meta\/?$/, '')}`;
};

/** Asks a server who it is. One that knows no `/meta` may still keep the specification. */
const identify = async (url: URL): Promise<Result> => {
  const meta = await ask(url, '/v1/meta');
  const place = placeOf(meta, url);
  if (place !== null) {
    return failed(
      'moved',
      `This address leads on to ${place}. If that is the server that you mean, type it here`,
    );
  }
  const known = metaSchema.safeParse(meta.body);
  if (meta.status === 200 && known.success) {
    return { outcome: 'ok', url: url.href, version: known.data.version };
  }
  const refusal = await ask(url, '/v1/user/authorization');
  if ([401, 403].includes(refusal.status) && refusalSchema.safeParse(refusal.body).success) {
    return { outcome: 'ok', url: url.href, version: null };
  }
  return failed('foreign', 'A server answers at this address, but it is not one of this back office');
};

/** Tries an address that a person typed, and says what is wrong with it. */
export const testServer = async (address: string): Promise<Result> => {
  const choice = readAddress(address);
  if (choice.kind === 'invalid') return failed('address', choice.message);
  try {
    return await identify(choice.url);
  } catch (error) {
    return explain(error);
  }
};
