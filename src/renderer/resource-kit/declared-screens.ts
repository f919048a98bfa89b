import { IconFolderOpen } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import type { SendRequest } from '../platform/index.ts';

export type Icon = ComponentType<{ size?: string | number; stroke?: number }>;

export type LoadScreen = () => Promise<ComponentType>;

/** An entry in the sidebar, the avatar menu or the command palette. `keywords`: other names by which it is found. */
export type MenuEntry = { label: string; icon: Icon; keywords?: readonly string[] };

/** A page with its own menu entry isn't part of the resource's entry. */
export type Page = { path: string; load: LoadScreen; menu?: MenuEntry };

export type SendOptions = Pick<SendRequest, 'onProgress' | 'signal' | 'headers'>;
export type Body = Record<string, unknown>;

/** Converts form values or a partial change to the request body. */
type Prepare = (values: Body, options: SendOptions) => Body | Promise<Body>;

/** A record to copy, and the values of the new record. */
export type RecordCopy = { source: AnyRecord; values: Record<string, unknown> };

/** Adapts the values of a copy, for resources with values that must be unique or data beyond their fields. */
export type AdaptCopy = (copy: RecordCopy) => RecordCopy['values'] | Promise<RecordCopy['values']>;

export type ResourceScreens = {
  resource: Resource;
  menu?: MenuEntry & { to: string };
  /** A sentence about what the records are for, in their empty list. */
  purpose?: string;
  /** The parent resource, whose menu entry stays active on these screens. */
  parent?: Resource;
  pages: readonly Page[];
  /** Whether the form has more than the resource's fields, so that a dialog can't show it. */
  hasOwnForm: boolean;
  prepare?: () => Promise<Prepare>;
  adaptCopy?: AdaptCopy;
};

let declared: readonly ResourceScreens[] = [];

/** Makes the screens known to the kit, which may not import them. `screens/index.ts` calls it once. */
export const declareScreens = (screens: readonly ResourceScreens[]): readonly ResourceScreens[] => {
  declared = screens;
  return declared;
};

export const findScreens = (resourceName: string): ResourceScreens | undefined =>
  declared.find(({ resource }) => resource.name === resourceName);

/** The icon that a resource, or its parent, has in the sidebar. */
export const getResourceIcon = (resourceName: string): Icon => {
  const { menu, parent } = findScreens(resourceName) ?? {};
  return menu?.icon ?? (parent ? getResourceIcon(parent.name) : IconFolderOpen);
};
