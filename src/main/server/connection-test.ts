import { z } from 'zod';
import { metaSchema } from '#shared/api.ts';
import type { IpcOutput } from '#shared/ipc.ts';
import { ProxyError } from './proxies.ts';
import {
  answerTimeout,
  describeCertificateProblem,
  errorCode,
  readJson,
  requestUpstream,
  ServerUnreachableError,
} from './upstream.ts';

type Result = IpcOutput<'testConnection'>;

const failed = (reason: Extract<Result, { outcome: 'failed' }>['reason'], message: string): Result => ({
  outcome: 'failed',
  reason,
  message,
});

const unreachableTexts: Record<string, string> = {
  ENOTFOUND: 'There’s no server with this name. Check the address.',
  EAI_AGAIN: 'Couldn’t look up the server’s name. Check your internet connection.',
  ECONNREFUSED: 'No server is running at this address. Check the port.',
  EPROTO: 'The server doesn’t support https. Try http:// instead.',
};

const toResult = (error: unknown): Result => {
  const cause = error instanceof ServerUnreachableError && error.cause ? error.cause : error;
  if (cause instanceof ProxyError) return failed('unreachable', cause.message);
  const code = errorCode(cause);
  const certificateProblem = describeCertificateProblem(code);
  if (certificateProblem !== null) return failed('certificate', certificateProblem);
  const unreachable = code.startsWith('ERR_SSL') ? unreachableTexts.EPROTO : unreachableTexts[code];
  return failed('unreachable', unreachable ?? 'Can’t reach the server. Check the address and your connection.');
};

/** The response that the specification defines for a request without a session. */
const refusalSchema = z.looseObject({ success: z.literal(false), message: z.string() });

type Answer = { status: number; body: unknown; location?: string };

const ask = async (url: URL, path: string): Promise<Answer> => {
  const upstreamResponse = await requestUpstream({
    target: { url, headers: {} },
    method: 'GET',
    path,
    timeout: answerTimeout,
    headers: {},
  });
  return {
    status: upstreamResponse.statusCode ?? 0,
    body: await readJson(upstreamResponse),
    location: upstreamResponse.headers.location,
  };
};

/** Returns the redirect target. It is shown to the user and never followed automatically. */
const placeOf = ({ status, location }: Answer, asked: URL): string | null => {
  if (status < 300 || status >= 400 || !location || !URL.canParse(location, asked.href)) return null;
  const { origin, pathname } = new URL(location, asked);
  return `${origin}${pathname.replace(/v1\/meta\/?$/, '')}`;
};

/** Identifies a server. A server without `/meta` may still implement the specification. */
const identify = async (url: URL): Promise<Result> => {
  const meta = await ask(url, '/v1/meta');
  const place = placeOf(meta, url);
  if (place !== null) {
    return failed('moved', `This address redirects to ${place}. If that’s the right server, enter it instead.`);
  }
  const known = metaSchema.safeParse(meta.body);
  if (meta.status === 200 && known.success) {
    return { outcome: 'ok', url: url.href, version: known.data.version };
  }
  const refusal = await ask(url, '/v1/user/authorization');
  if ([401, 403].includes(refusal.status) && refusalSchema.safeParse(refusal.body).success) {
    return { outcome: 'ok', url: url.href, version: null };
  }
  return failed('foreign', 'There’s a server at this address, but it isn’t Catalogue Back Office.');
};

export const testConnection = async (url: URL): Promise<Result> => {
  try {
    return await identify(url);
  } catch (error) {
    return toResult(error);
  }
};

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
