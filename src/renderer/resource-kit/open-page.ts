import { useEffect } from 'react';
import { create } from 'zustand';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import type { Status } from '#shared/resource-kit/fields.ts';
import type { Target } from './list/list-context.tsx';
import type { ListParams } from './list-params.ts';

type OpenList = {
  resource: Resource;
  title: string;
  params: ListParams;
  total: number;
  /** Undefined where the list has no button to add a record. */
  add: { label: string; target: Target } | undefined;
  sheet: { isAvailable: boolean; isOpen: boolean; open: () => void; close: () => void };
};

type OpenRecord = {
  resource: Resource;
  /** Null for a new record. */
  record: AnyRecord | null;
  screen: 'view' | 'form';
  /** A form changes the status of its field, details that of the record. */
  status?: { get: () => Status; set: (status: Status) => void } | undefined;
  save?: () => void;
  saveAndStay?: () => void;
};

type OpenPage = { list?: OpenList | undefined; record?: OpenRecord | undefined };

/** The list and the record on the screen with what their buttons do, for the command palette. */
export const useOpenPage = create<OpenPage>(() => ({}));

const useOpenPageEntry = (page: OpenPage, closedPage: OpenPage): void =>
  useEffect(() => {
    useOpenPage.setState(page);
    return () => useOpenPage.setState(closedPage);
  });

export const useOpenList = (list: OpenList): void => useOpenPageEntry({ list }, { list: undefined });

export const useOpenRecord = (record: OpenRecord | undefined): void =>
  useOpenPageEntry({ record }, { record: undefined });

/** Whether records have a status that is switched between active and inactive. */
export const hasStatus = ({ fields }: Resource): boolean => fields.status?.kind === 'status';
