import { Button } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { hasPages } from '#shared/resource-kit/fields.ts';
import { request } from './client.ts';
import { attempt } from './errors.ts';
import { useIsFullServer } from './server-level.ts';
import { useCan } from './session-store.ts';

const freshMs = 5 * 60_000;

/** Whether records of a resource have a page on the website that the server knows. */
export const useCanPreview = ({ name, site, fields }: Resource): boolean => {
  const can = useCan(name);
  const isFull = useIsFullServer() === true;
  const query = useQuery({
    queryKey: ['website', 'preview', name],
    queryFn: async ({ signal }) =>
      (await request<{ data: { canPreview: boolean } }>('GET', `/${name}/preview`, { signal })).data.canPreview,
    enabled: isFull && (site?.path !== undefined || hasPages({ fields })) && can('update'),
    staleTime: freshMs,
  });
  return query.data === true;
};

/** Opens the page of a record on the website, as it is now, in a new tab or the system's browser. */
export const openPreview = ({ name }: Resource, id: string): Promise<boolean> =>
  attempt(async () => {
    const path = `/${name}/preview/${encodeURIComponent(id)}`;
    const { data } = await request<{ data: { url: string } }>('POST', path, { body: {} });
    window.open(data.url, '_blank', 'noopener,noreferrer');
  });

export const PreviewButton = ({ resource, record }: { resource: Resource; record: AnyRecord }) =>
  useCanPreview(resource) && (
    <Button leftSection={<IconExternalLink size="1rem" />} onClick={() => void openPreview(resource, record._id)}>
      Open on the website
    </Button>
  );
