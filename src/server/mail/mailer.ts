import { createTransport } from 'nodemailer';
import { isLoopback } from '#shared/urls.ts';
import { StartupError } from '../lib/app-error.ts';
import type { ServerConfig } from '../lib/config.ts';

export type Mail = { to: string; subject: string; text: string };

/** Sends emails; a send that fails throws. */
export type Mailer = { send: (mail: Mail) => Promise<void>; close: () => void };

const timeout = 20_000;

const parseUrl = (smtpUrl: string): URL => {
  const url = URL.canParse(smtpUrl) ? new URL(smtpUrl) : undefined;
  if (url?.hostname && ['smtp:', 'smtps:'].includes(url.protocol)) return url;
  throw new StartupError(
    'The SMTP server must be a URL, such as smtps://user:password@mail.example.com',
    'BACKOFFICE_SMTP_URL',
  );
};

/** Creates the mailer of a server. Off loopback, emails are only sent over TLS unless the URL says otherwise. */
export const createMailer = ({ smtpUrl, from }: NonNullable<ServerConfig['mail']>): Mailer => {
  const { hostname } = parseUrl(smtpUrl);
  if (!from) throw new StartupError('Set the sender of emails, such as office@example.com', 'BACKOFFICE_MAIL_FROM');
  const transport = createTransport({
    url: smtpUrl,
    requireTLS: !isLoopback(hostname),
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
    // A template may neither read files nor URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async (mail) => {
      await transport.sendMail({ from, ...mail });
    },
    close: () => transport.close(),
  };
};
