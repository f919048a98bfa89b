import { IconLock } from '@tabler/icons-react';
import { useNavigate } from 'react-router-dom';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { inSentence } from '#shared/resource-kit/labels.ts';
import listClasses from '../../resource-kit/list/list-page.module.css';
import { useIsFullServer } from '../../resource-kit/server-level.ts';
import { useCan } from '../../resource-kit/session-store.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState } from '../../ui/states.tsx';

export const useBack = () => {
  const navigate = useNavigate();
  // The window's first page has no previous page.
  const isFirst = (window.history.state?.idx ?? 0) === 0;
  return { label: 'Back', onClick: () => void (isFirst ? navigate('/') : navigate(-1)) };
};

/** Why the history of a resource can't be shown; null if it can. */
export const useUnavailableReason = (resource: Resource | undefined): string | null => {
  const isFull = useIsFullServer();
  const can = useCan(resource?.name ?? '');
  if (!resource) return 'This page doesn’t exist';
  if (isFull === false) return 'This server doesn’t keep a history';
  return can('update') ? null : `You don’t have permission to view the history of ${inSentence(resource.labelPlural)}`;
};

export const HistoryUnavailable = ({ reason }: { reason: string | null }) => (
  <div className={listClasses.page}>
    <PageHeader title="History" back={useBack()} />
    <EmptyState icon={IconLock} title={reason ?? ''} />
  </div>
);
