import { createHmac } from 'node:crypto';
import type { ServerConfig } from '../lib/config.ts';
import { type Network, NotPublicError, requestPublic } from '../lib/public-request.ts';

/** Delays in milliseconds before the attempts after the first one, which together are a day. */
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const firstDelays = [5000, 30_000, 2 * minute, 10 * minute, 30 * minute, hour, 2 * hour, 4 * hour, 6 * hour];
export const retryDelays = [...firstDelays, firstDelays.reduce((rest, delay) => rest - delay, day)];

/** Milliseconds after which no message has arrived when a webhook is paused. */
export const maxFailingMs = day;

/** Bytes of a response that are read, so that the receiver can finish it. */
const maxResponse = 16 * 1024;

/** Signs a message as Standard Webhooks specifies. */
const sign = (secret: string, { id, timestamp, body }: { id: string; timestamp: number; body: string }): string => {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
};

export type SendOptions = {
  network: Network & { limits: { milliseconds: number } };
  webhookHosts?: ServerConfig['webhookHosts'];
};

export const isNamedHost = ({ host, hostname }: URL, hosts: ServerConfig['webhookHosts'] = []): boolean =>
  hosts.includes(host) || hosts.includes(hostname);

type Message = { url: string; secret: string; _id: string; body: string };

const describeError = (error: unknown): string => {
  if (error instanceof NotPublicError)
    return 'The receiver isn’t on the internet, and the server doesn’t allow its host';
  const code = error instanceof Error && 'code' in error ? ` (${error.code})` : '';
  return `The receiver can’t be reached${code}`;
};

/** Sends a message once. Returns the status of the response, and what went wrong. */
export const sendMessage = async (
  { url: address, secret, _id: id, body }: Message,
  { network, webhookHosts }: SendOptions,
): Promise<{ status: number | null; error: string | null }> => {
  const url = new URL(address);
  const timestamp = Math.floor(Date.now() / 1000);
  const signal = AbortSignal.timeout(network.limits.milliseconds);
  let status: number | null = null;
  try {
    const response = await requestPublic(url, {
      method: 'POST',
      network,
      signal,
      isAllowed: isNamedHost(url, webhookHosts),
      body,
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'CatalogueBackOffice',
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': sign(secret, { id, timestamp, body }),
      },
    });
    status = response.statusCode ?? 0;
    let bytes = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.byteLength;
      if (bytes > maxResponse) break;
    }
    if (status >= 200 && status < 300) return { status, error: null };
    const isRedirect = status >= 300 && status < 400;
    return {
      status,
      error: isRedirect ? 'The receiver redirects, which isn’t followed' : `The receiver answered ${status}`,
    };
  } catch (error) {
    return { status, error: signal.aborted ? 'The receiver took too long' : describeError(error) };
  }
};
