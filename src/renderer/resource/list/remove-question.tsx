import { IconTrash } from '@tabler/icons-react';
import type { AnyRecord, Resource } from '#shared/resource/define-resource.ts';
import { referencesTo } from '#shared/resources/index.ts';
import { texts } from '#shared/texts.ts';
import { confirm } from '../../ui/confirm.tsx';
import { resourceClient } from '../client.ts';
import { useRemove } from '../hooks.ts';
import { counted } from './counted.ts';
import { titleOf } from './list-context.tsx';

const namedAtMost = 3;

/** The records of one resource that go along when another record is deleted, in words; '' where there are none. */
const describeChildren = async (child: Resource, fieldName: string, id: string): Promise<string> => {
  try {
    const { data, total } = await resourceClient(child).list({
      pageIndex: 0,
      pageSize: namedAtMost,
      query: '',
      sort: null,
      filters: { [fieldName]: id },
    });
    if (total === 0) return '';
    const names = data.map((record) => titleOf(child, record)).join(', ');
    return `${counted(total, child)} will be deleted with it: ${names}${total > data.length ? ' and more' : ''}`;
  } catch {
    return `Its ${child.labelPlural} will be deleted with it`;
  }
};

const describeDoomed = async (resource: Resource, record: AnyRecord): Promise<string> => {
  const children = referencesTo(resource.name).filter(({ onDelete }) => onDelete === 'cascade');
  const described = await Promise.all(
    children.map((child) => describeChildren(child.resource, child.fieldName, record._id)),
  );
  return [titleOf(resource, record), ...described.filter(Boolean)].join('. ');
};

/** Asks before a record is deleted, names what goes along, and deletes it. */
export const useRemoveWithQuestion = (
  resource: Resource,
  onRemoved: (id: string) => void,
): ((record: AnyRecord) => Promise<void>) => {
  const remove = useRemove(resource);
  return async (record) => {
    const isConfirmed = await confirm({
      title: `Delete ${resource.label}`,
      question: texts.remove.confirm,
      detail: await describeDoomed(resource, record),
      confirmLabel: 'Delete',
      confirmIcon: <IconTrash size="1rem" />,
    });
    if (isConfirmed) remove.mutate(record._id, { onSuccess: () => onRemoved(record._id) });
  };
};
