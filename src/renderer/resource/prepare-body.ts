import type { Resource } from '#shared/resource/define-resource.ts';
import type { SendRequest } from '../platform/index.ts';

export type SendOptions = Pick<SendRequest, 'onProgress' | 'signal' | 'headers'>;
export type Body = Record<string, unknown>;

/** Turns the values of a form or a change into the body that the server takes. */
export type Prepare = (values: Body, options: SendOptions) => Body | Promise<Body>;

const preparations = new Map<string, Prepare>();

/** Applies to every record of the resource, wherever it is saved. */
export const prepareWith = ({ name }: Resource, prepare: Prepare): void => {
  preparations.set(name, prepare);
};

/** The body as the resource's screens prepare it; the values as they are where these don't. */
export const prepareBody = async ({ name }: Resource, values: Body, options: SendOptions): Promise<Body> =>
  (await preparations.get(name)?.(values, options)) ?? values;
