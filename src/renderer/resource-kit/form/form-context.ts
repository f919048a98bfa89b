import { createSafeContext } from '@mantine/core';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';

export type FormContextValue = {
  resource: Resource;
  /** Null for a new record. */
  record: AnyRecord | null;
  /** Record whose stored files the form starts with: the edited one, or the one that is copied. */
  fileSource: AnyRecord | null;
  isSaving: boolean;
  /** Uploaded fraction of the files, from 0 to 1; null without an upload. */
  progress: number | null;
  autoFocusName?: string;
};

export const [ResourceFormContext, useResourceFormContext] = createSafeContext<FormContextValue>(
  'Field must be used within a form',
);
