import { IconCopy } from '@tabler/icons-react';
import { matchPath, useLocation } from 'react-router-dom';
import type { AnyRecord } from '#shared/resource-kit/define-resource.ts';
import { screenPaths } from '#shared/resource-kit/paths.ts';
import { useCanDuplicate } from '../../resource-kit/duplicate.tsx';
import { getRecordTitle } from '../../resource-kit/list/list-context.tsx';
import { queryClient, queryKeys } from '../../resource-kit/query-client.ts';
import { getCopyPath } from '../../resource-kit/record-paths.ts';
import { screens } from '../../screens/index.ts';
import type { PaletteGroup } from './search-records.ts';

const findOpenRecord = (pathname: string, search: URLSearchParams) => {
  for (const { resource } of screens) {
    const { view, edit } = screenPaths(resource.paths);
    for (const path of [view, edit]) {
      const [pattern, query] = path?.split('?') ?? [];
      const match = pattern === undefined ? null : matchPath(pattern, pathname);
      // An edit page without the id in its path has it in the query.
      const id = match?.params.id ?? (match && query ? search.get('id') : null);
      if (id) return { resource, id };
    }
  }
  return undefined;
};

/** Actions on the record whose page is open. */
export const useRecordActions = (): PaletteGroup => {
  const { pathname, search } = useLocation();
  const open = findOpenRecord(pathname, new URLSearchParams(search));
  const canDuplicate = useCanDuplicate(open?.resource);
  const label = 'Actions';
  if (!open || !canDuplicate) return { label, items: [] };
  const record = queryClient.getQueryData<AnyRecord>(queryKeys.record(open.resource.name, open.id));
  const to = record && getCopyPath(open.resource, record);
  if (!record || to === undefined) return { label, items: [] };
  const name = `Duplicate “${getRecordTitle(open.resource, record)}”`;
  return { label, items: [{ id: 'duplicate', label: name, to, icon: IconCopy }] };
};
