import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';

/** A record to copy, and the values of the new record. */
export type RecordCopy = { source: AnyRecord; values: Record<string, unknown> };

/** Adapts the values of a copy, for resources with values that must be unique or data beyond their fields. */
export type AdaptCopy = (copy: RecordCopy) => RecordCopy['values'] | Promise<RecordCopy['values']>;

const adaptations = new Map<string, AdaptCopy>();

export const adaptCopiesWith = ({ name }: Resource, adapt: AdaptCopy): void => {
  adaptations.set(name, adapt);
};

/** Returns the values unchanged if the resource has no adaptation. */
export const adaptCopy = async ({ name }: Resource, copy: RecordCopy): Promise<RecordCopy['values']> =>
  (await adaptations.get(name)?.(copy)) ?? copy.values;
