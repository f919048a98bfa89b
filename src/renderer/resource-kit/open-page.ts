import { useEffect, useId } from 'react';
import { create } from 'zustand';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import type { Status } from '#shared/resource-kit/fields.ts';
import type { Target } from './list/use-row-actions.ts';
import type { ListParams } from './list-params.ts';
import { useIsFieldSupported } from './server-level.ts';

type OpenList = {
  resource: Resource;
  title: string;
  params: ListParams;
  total: number;
  /** Undefined where the list has no button to add a record. */
  add: { label: string; target: Target } | undefined;
  sheet: { isAvailable: boolean; isOpen: boolean; open: () => void; close: () => void };
};

export type OpenRecord = {
  resource: Resource;
  /** Null for a new record. */
  record: AnyRecord | null;
  screen: 'view' | 'form';
  /** A form changes the status of its field, details that of the record. */
  status?: { get: () => Status; set: (status: Status) => void } | undefined;
  save?: () => void;
  saveAndStay?: (() => void) | undefined;
};

/** The list and the records on the screen with what their buttons do, for the command palette. */
const useOpenPage = create<{
  list?: OpenList | undefined;
  /** In the order in which they opened, because a form may have a dialog with another form above it. */
  records: Readonly<Record<string, OpenRecord | undefined>>;
}>(() => ({ records: {} }));

export const useShownList = () => useOpenPage(({ list }) => list);

/** The record on top. */
export const useShownRecord = () => useOpenPage(({ records }) => Object.values(records).at(-1));

export const useOpenList = (list: OpenList): void =>
  useEffect(() => {
    useOpenPage.setState({ list });
    return () => useOpenPage.setState({ list: undefined });
  });

export const useOpenRecord = (record: OpenRecord | undefined): void => {
  const key = useId();
  useEffect(() => useOpenPage.setState(({ records }) => ({ records: { ...records, [key]: record } })));
  useEffect(() => () => useOpenPage.setState(({ records: { [key]: _, ...records } }) => ({ records })), [key]);
};

/** Whether records have a status that is switched between active and inactive. */
export const useHasStatus = ({ fields: { status } }: Resource): boolean => {
  const isSupported = useIsFieldSupported();
  return status?.kind === 'status' && isSupported(status);
};
