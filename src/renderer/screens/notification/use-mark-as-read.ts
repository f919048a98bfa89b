import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { notification } from '#shared/resources/notification.ts';
import { clientOf } from '../../resource/client.ts';
import { useRecord } from '../../resource/hooks.ts';
import { invalidateResource } from '../../resource/invalidate.ts';
import { useUserId } from '../../resource/session-store.ts';

const client = clientOf(notification);

export const useMarkAsRead = (id: string | undefined): void => {
  const userId = useUserId();
  const { data: record, isFetchedAfterMount } = useRecord(notification, id);
  const { mutate } = useMutation({
    mutationFn: (unreadId: string) => client.update(unreadId, { status: 'Read' }),
    onSuccess: () => invalidateResource(notification.name),
  });
  const openedId = useRef<string>(null);
  useEffect(() => {
    // Only once per visit, because the switch on the page can mark it as unread again.
    if (!record || !isFetchedAfterMount || openedId.current === record._id) return;
    openedId.current = record._id;
    if (record.userId === userId && record.status === 'Unread') mutate(record._id);
  }, [record, isFetchedAfterMount, userId, mutate]);
};
