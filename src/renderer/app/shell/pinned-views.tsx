import { UnstyledButton } from '@mantine/core';
import { IconHash } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, matchPath, useLocation, useSearchParams } from 'react-router-dom';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import type { SavedView } from '#shared/saved-views.ts';
import {
  findView,
  toViewSearchParams,
  useListPreferences,
  useViewCounts,
  useViews,
  viewParam,
} from '../../resource-kit/list/saved-views.ts';
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

/** The views of a list that the user pinned, below the list's entry in the sidebar. */
export const PinnedViews = ({ resource, listPath }: { resource: Resource; listPath: string }) => {
  const { preferences } = useListPreferences(resource);
  const { pinnedIds } = preferences;
  // Without pins, the views needn't be fetched.
  const { views } = useViews(resource, pinnedIds.length > 0);
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  // A pinned view may have been deleted by its owner.
  const pinned = pinnedIds.flatMap((id) => findView(views, id) ?? []);
  const [path = ''] = listPath.split('?');
  if (pinned.length === 0) return null;
  return (
    <ul className={`${classes.list} ${classes.pinned}`} aria-label={`Pinned views of ${resource.labelPlural}`}>
      {pinned.map((view) => {
        const isOpen = matchPath(path, pathname) !== null && search.get(viewParam) === view._id;
        return (
          <li key={view._id}>
            <Link
              to={`${path}?${toViewSearchParams(view, preferences)}`}
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
