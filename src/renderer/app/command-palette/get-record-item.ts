import { IconFileText } from '@tabler/icons-react';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { getRecordTitle } from '../../resource-kit/list/list-context.tsx';
import { getRecordPath } from '../../resource-kit/record-paths.ts';
import { findItemByPath } from '../navigation.ts';
import type { PaletteItem } from './palette-item.ts';
import { getRecordItemId } from './recent-items.ts';

/** Opens a record. */
export const getRecordItem = (resource: Resource, record: AnyRecord, { detail }: { detail: string }): PaletteItem => {
  const to = getRecordPath(resource, record);
  return {
    id: getRecordItemId(resource.name, record._id),
    label: getRecordTitle(resource, record),
    detail,
    to,
    icon: findItemByPath(to.split('?')[0] ?? '')?.icon ?? IconFileText,
  };
};
