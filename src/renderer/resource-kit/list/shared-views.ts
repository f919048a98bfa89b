import { useQuery } from '@tanstack/react-query';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import type { NewSharedView, SharedView, SharedViewChange } from '#shared/shared-views.ts';
import { useCapability } from '../capabilities.ts';
import { request, send } from '../client.ts';
import { refetchQueries } from '../invalidate.ts';
import { useSession } from '../session-store.ts';
import type { SavedView } from './saved-views.ts';

const queryKey = ['sharedViews'] as const;

const noViews: SharedView[] = [];

/** The views of a list that are shared with everyone. */
export const useSharedViews = ({ name }: Resource): { isSupported: boolean; views: SavedView[] } => {
  const isSupported = useCapability('sharedViews') === true;
  const session = useSession();
  const { data = noViews } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await request<{ data: SharedView[] }>('GET', '/views', { signal })).data,
    enabled: isSupported,
  });
  const views = data
    .filter(({ resource }) => resource === name)
    .map(({ _id, name: viewName, search, columns, ownerId, ownerName, version }): SavedView => {
      const isOwn = ownerId === session?.userId;
      return {
        id: _id,
        name: viewName,
        search,
        ...(columns && { columns }),
        shared: { ownerName, isOwn, canChange: isOwn || session?.role === 'ADMIN', version },
      };
    });
  return { isSupported, views };
};

const toContent = ({ name, search, columns }: Pick<SavedView, 'name' | 'search' | 'columns'>) => ({
  name,
  search,
  columns: columns ? { order: [...columns.order], hidden: [...columns.hidden] } : null,
});

/** Returns the id of the shared view. */
export const shareView = async (resource: Resource, view: SavedView): Promise<string> => {
  const body: NewSharedView = { resource: resource.name, ...toContent(view) };
  const { data } = await send<{ data: SharedView }>({ method: 'POST', path: '/views', body });
  await refetchQueries(queryKey);
  return data._id;
};

/** Fails if someone else has changed the view since it was fetched. */
export const changeSharedView = async (
  view: SavedView,
  change: Partial<Pick<SavedView, 'name' | 'search' | 'columns'>>,
): Promise<void> => {
  const body: SharedViewChange = { ...toContent({ ...view, ...change }), version: view.shared?.version };
  try {
    await send({ method: 'PATCH', path: `/views/${encodeURIComponent(view.id)}`, body });
  } finally {
    await refetchQueries(queryKey);
  }
};

export const removeSharedView = async ({ id }: SavedView): Promise<void> => {
  try {
    await request('DELETE', `/views/${encodeURIComponent(id)}`);
  } finally {
    await refetchQueries(queryKey);
  }
};
