import type { Resource } from '#shared/resource-kit/define-resource.ts';
import type { SendRequest } from '../platform/index.ts';

export type SendOptions = Pick<SendRequest, 'onProgress' | 'signal' | 'headers'>;
export type Body = Record<string, unknown>;

/** Converts form values or a partial change to the request body. */
export type Prepare = (values: Body, options: SendOptions) => Body | Promise<Body>;

const preparations = new Map<string, Prepare>();

export const prepareWith = ({ name }: Resource, prepare: Prepare): void => {
  preparations.set(name, prepare);
};

/** Returns the values unchanged if the resource has no conversion. */
export const prepareBody = async ({ name }: Resource, values: Body, options: SendOptions): Promise<Body> =>
  (await preparations.get(name)?.(values, options)) ?? values;
