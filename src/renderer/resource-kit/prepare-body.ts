import type { Resource } from '#shared/resource-kit/define-resource.ts';
import type { SendRequest } from '../platform/index.ts';

export type SendOptions = Pick<SendRequest, 'onProgress' | 'signal' | 'headers'>;
export type Body = Record<string, unknown>;

/** Converts form values or a partial change to the request body. */
export type Prepare = (values: Body, options: SendOptions) => Body | Promise<Body>;

export type LoadPrepare = () => Promise<Prepare>;

const loaders = new Map<string, LoadPrepare>();

export const prepareWith = ({ name }: Resource, load: LoadPrepare): void => {
  loaders.set(name, load);
};

/** Loads the conversion of a resource, if it has one. A form does so early: the server that serves it may go away. */
export const loadPrepare = async ({ name }: Resource): Promise<Prepare | undefined> => loaders.get(name)?.();

/** Returns the values unchanged if the resource has no conversion. */
export const prepareBody = async (resource: Resource, values: Body, options: SendOptions): Promise<Body> => {
  const prepare = await loadPrepare(resource);
  return prepare ? prepare(values, options) : values;
};
