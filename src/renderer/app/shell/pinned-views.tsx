import { UnstyledButton } from '@mantine/core';
import { IconHash } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, matchPath, useLocation, useSearchParams } from 'react-router-dom';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import {
  findView,
  type ListPreferences,
  type SavedView,
  toViewSearchParams,
  useListPreferences,
  viewParam,
  withSharedViews,
} from '../../resource-kit/list/saved-views.ts';
import { useSharedViews, useViewCounts } from '../../resource-kit/list/use-saved-views.ts';
import { withTooltip } from '../../ui/tooltip.tsx';
import classes from './shell.module.css';

/** Counts the records of a view when it is pressed, and again each time. */
const ViewCount = ({ resource, view }: { resource: Resource; view: SavedView }) => {
  const [isEnabled, setIsEnabled] = useState(false);
  const { counts, isFailed, refetch } = useViewCounts(resource, [view], { isEnabled });
  const count = counts[0]?.toLocaleString('en');
  const label = count === undefined ? `Count ${view.name}` : `${view.name}: ${count}. Count again`;
  const tooltip = isFailed ? 'Couldn’t count' : count === undefined ? 'Count' : 'Count again';
  return (
    <UnstyledButton
      {...withTooltip(tooltip)}
      className={`${classes.count} bo-tabular`}
      aria-label={label}
      onClick={() => (isEnabled ? refetch() : setIsEnabled(true))}
    >
      {count ?? (isEnabled && !isFailed ? '…' : <IconHash size="0.875rem" aria-hidden />)}
    </UnstyledButton>
  );
};

const PinnedList = ({
  resource,
  listPath,
  preferences,
}: {
  resource: Resource;
  listPath: string;
  preferences: ListPreferences;
}) => {
  const { views: shared } = useSharedViews(resource);
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const all = withSharedViews(preferences, shared);
  // A pinned view may have been deleted by its owner.
  const views = preferences.pinnedIds?.flatMap((id) => findView(all, id) ?? []) ?? [];
  const [path = ''] = listPath.split('?');
  if (views.length === 0) return null;
  return (
    <ul className={`${classes.list} ${classes.pinned}`} aria-label={`Pinned views of ${resource.labelPlural}`}>
      {views.map((view) => {
        const isOpen = matchPath(path, pathname) !== null && search.get(viewParam) === view.id;
        return (
          <li key={view.id}>
            <Link
              to={`${path}?${toViewSearchParams(view, all)}`}
              className={classes.item}
              data-active={isOpen || undefined}
              aria-current={isOpen ? 'page' : undefined}
            >
              <span className={classes.label}>{view.name}</span>
            </Link>
            <ViewCount resource={resource} view={view} />
          </li>
        );
      })}
    </ul>
  );
};

/** The views of a list that the user pinned, below the list's entry in the sidebar. */
export const PinnedViews = ({ resource, listPath }: { resource: Resource; listPath: string }) => {
  const { preferences } = useListPreferences(resource);
  // Without pins, the shared views needn't be fetched.
  if (!preferences.pinnedIds?.length) return null;
  return <PinnedList resource={resource} listPath={listPath} preferences={preferences} />;
};
