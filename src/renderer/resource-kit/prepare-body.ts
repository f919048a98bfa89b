import type { Resource } from '#shared/resource-kit/define-resource.ts';
import type { SendRequest } from '../platform/index.ts';
import { hasCapability } from './capabilities.ts';

export type SendOptions = Pick<SendRequest, 'onProgress' | 'signal' | 'headers'>;
export type Body = Record<string, unknown>;

/** Converts form values or a partial change to the request body. */
export type Prepare = (values: Body, options: SendOptions) => Body | Promise<Body>;

const preparations = new Map<string, Prepare>();

export const prepareWith = ({ name }: Resource, prepare: Prepare): void => {
  preparations.set(name, prepare);
};

const withoutUnsupported = async ({ fields }: Resource, values: Body): Promise<Body> => {
  const supported = { ...values };
  for (const [name, { capability }] of Object.entries(fields)) {
    if (capability && name in values && !(await hasCapability(capability))) delete supported[name];
  }
  return supported;
};

/** Applies the conversion of the resource and drops fields that the server doesn't support. */
export const prepareBody = async (resource: Resource, values: Body, options: SendOptions): Promise<Body> => {
  const supported = await withoutUnsupported(resource, values);
  return (await preparations.get(resource.name)?.(supported, options)) ?? supported;
};
