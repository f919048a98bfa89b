import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  passkeyListResponseSchema,
  passkeyLoginSchema,
  passkeyOptionsResponseSchema,
  passkeyRegistrationSchema,
} from '#shared/account.ts';
import { loginResponseSchema } from '#shared/api.ts';
import { exampleId } from '#shared/resource-kit/examples.ts';
import { texts } from '#shared/texts.ts';
import type { Audit } from '../../audit/record.ts';
import {
  addPasskey,
  createPasskeyLoginOptions,
  createRegistrationOptions,
  listPasskeys,
  type RelyingParty,
  removePasskey,
  verifyPasskey,
} from '../../auth/passkeys.ts';
import { beginSession, type SessionContext } from '../../auth/sessions.ts';
import { AppError } from '../../lib/app-error.ts';
import { withoutBrackets } from '../plugins/security.ts';
import { type App, addRoute } from '../route.ts';
import { getClient, loginErrorResponses, withEmptyToken } from './login.ts';

const confirmedAccess = { session: 'signedIn', isConfirmed: true } as const;

type PasskeyOptions = { sessions: SessionContext; audit: Audit; publicUrl: string | undefined };

/** The address in the browser. `X-Forwarded-Host` isn't used: clients can send it through a proxy that doesn't set it. */
const getAddress = ({ protocol, headers }: FastifyRequest, publicUrl: string | undefined): URL | null =>
  URL.parse(publicUrl ?? `${protocol}://${headers.host ?? ''}`);

/** Browsers support passkeys only for host names over https, and for localhost. */
const createRelyingParty =
  (publicUrl: string | undefined) =>
  (request: FastifyRequest): RelyingParty => {
    const address = getAddress(request, publicUrl);
    const isNamed = address?.protocol === 'https:' && isIP(withoutBrackets(address.hostname)) === 0;
    if (!address || !(isNamed || address.hostname === 'localhost'))
      throw new AppError('conflict', 'Passkeys need an https:// address with a name, or localhost');
    return { id: address.hostname, origin: address.origin };
  };

/** Passkeys of the signed-in user, and the login with one. */
export const addPasskeys = (app: App, { sessions, audit, publicUrl }: PasskeyOptions): void => {
  const { database } = sessions;
  const getRelyingParty = createRelyingParty(publicUrl);

  addRoute(app, {
    url: 'GET /v1/user/passkeys',
    summary: 'List the own passkeys',
    response: passkeyListResponseSchema,
    handle: async (_request, { session }) => ({
      message: 'Passkeys found',
      data: await listPasskeys(database, session.userId),
    }),
  });

  addRoute(app, {
    url: 'POST /v1/user/passkeys/options',
    access: confirmedAccess,
    isSecret: true,
    summary: 'Start adding a passkey',
    response: passkeyOptionsResponseSchema,
    errors: [409],
    handle: async (request, { session: { user } }) => {
      const options = await createRegistrationOptions(database, {
        user,
        relyingParty: getRelyingParty(request),
      });
      return { message: 'Add the passkey in the browser', options: { ...options } };
    },
  });

  addRoute(app, {
    url: 'POST /v1/user/passkeys',
    access: confirmedAccess,
    isSecret: true,
    event: 'passkeyAdded',
    summary: 'Add a passkey',
    body: passkeyRegistrationSchema,
    errors: [409],
    handle: async (request, { session }) => {
      await addPasskey(database, {
        ...request.body,
        userId: session.userId,
        relyingParty: getRelyingParty(request),
      });
      return { message: 'Passkey added' };
    },
  });

  addRoute(app, {
    url: 'DELETE /v1/user/passkeys/:id',
    access: confirmedAccess,
    event: 'passkeyRemoved',
    summary: 'Remove one of the own passkeys',
    params: z.object({
      id: z
        .string()
        .max(2000)
        .meta({ example: exampleId('passkey') }),
    }),
    errors: [404],
    handle: async (request, { session: { userId } }) => {
      const isRemoved = await removePasskey(database, { userId, id: request.params.id });
      if (!isRemoved) throw new AppError('notFound', 'Passkey not found. It may have been removed.');
      return { message: 'Passkey removed' };
    },
  });

  addRoute(app, {
    url: 'POST /v1/user/login/passkey/options',
    access: 'public',
    summary: 'Start logging in with a passkey',
    response: passkeyOptionsResponseSchema,
    errors: [409],
    handle: async (request) => {
      const options = await createPasskeyLoginOptions(database, getRelyingParty(request));
      return { message: 'Use the passkey in the browser', options: { ...options } };
    },
  });

  addRoute(app, {
    url: 'POST /v1/user/login/passkey',
    access: 'public',
    summary: 'Log in with a passkey',
    body: passkeyLoginSchema,
    response: loginResponseSchema,
    errors: [409],
    otherResponses: loginErrorResponses,
    handle: async (request) => {
      const relyingParty = getRelyingParty(request);
      const attempt = { event: 'signIn', address: request.ip, detail: 'Passkey' } as const;
      try {
        const user = await verifyPasskey(database, relyingParty, request.body);
        const token = await beginSession(sessions, { user, client: getClient(request) });
        audit.record({ ...attempt, userId: user._id });
        return { message: texts.login.success, token };
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        audit.record({ ...attempt, outcome: 'failure' });
        throw withEmptyToken(error);
      }
    },
  });
};
