import { user } from '#shared/resources/user.ts';
import { type ResourceClient, resourceClient, send } from '../../resource/client.ts';

type Body = Record<string, unknown>;

/** Whether people of this role sign in, and so have a password. */
export const maySignIn = (role: unknown): boolean => role === 'ADMIN' || role === 'SUBADMIN';

/** A password is only sent where one was typed for a role that has one. */
const withoutIdlePassword = ({ password, ...body }: Body): Body =>
  password && maySignIn(body.role) ? { ...body, password } : body;

const client = resourceClient(user);

/** Users are created under an address of their own. */
export const userClient: ResourceClient<typeof user> = {
  ...client,
  create: (body, options) =>
    send({ method: 'POST', path: '/user/create-user', body: withoutIdlePassword(body), ...options }),
  update: (id, body, options) => client.update(id, withoutIdlePassword(body), options),
};
