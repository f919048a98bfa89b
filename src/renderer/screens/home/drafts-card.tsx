import { IconPencil } from '@tabler/icons-react';
import { inSentence } from '#shared/resource-kit/labels.ts';
import { screenPaths } from '#shared/resource-kit/paths.ts';
import { findResource } from '#shared/resources/index.ts';
import { getResourceIcon } from '../../resource-kit/declared-screens.ts';
import type { ListedDraft } from '../../resource-kit/drafts/draft-store.ts';
import { useDrafts } from '../../resource-kit/drafts/use-draft-storage.ts';
import { sheetParam } from '../../resource-kit/list-params.ts';
import { fillPathWithRecord, getAddPath, getRecordPath } from '../../resource-kit/record-paths.ts';
import { formatTimeOrDay } from '../../ui/format.ts';
import { HomeCard, HomeItem } from './home-card.tsx';

const maxDrafts = 5;

const isSheetDraft = ({ pathname }: ListedDraft): boolean => pathname.endsWith(`?${sheetParam}=true`);

/** Address of the form, which offers the draft. */
const getFormPath = (draft: ListedDraft): string | undefined => {
  const { resource: name, base, pathname } = draft;
  const resource = findResource(name);
  // Comments and sheets.
  if (!resource || isSheetDraft(draft)) return pathname;
  const { add, edit } = screenPaths(resource.paths);
  if (base) return edit ? fillPathWithRecord(edit, base) : getRecordPath(resource, base);
  return add ? pathname : getAddPath(resource, {});
};

const getTitle = (draft: ListedDraft): string => {
  const { resource: name, base, values } = draft;
  const resource = findResource(name);
  if (isSheetDraft(draft)) return `Sheet of ${inSentence(resource?.labelPlural ?? 'items')}`;
  const titleField = resource?.titleField ?? 'text';
  const title = values[titleField] || base?.[titleField];
  if (typeof title === 'string' && title !== '') return title;
  return `New ${resource ? inSentence(resource.label) : 'item'}`;
};

/** Unsaved changes of the user on this computer. */
export const DraftsCard = () => {
  const drafts = useDrafts();
  const listed = drafts.data ?? [];
  return (
    <HomeCard
      title="Drafts"
      count={listed.length}
      query={drafts}
      emptyText="Unsaved changes that you leave appear here."
    >
      {listed.slice(0, maxDrafts).map((draft) => {
        const resource = findResource(draft.resource);
        return (
          <HomeItem
            key={draft.id}
            icon={resource ? getResourceIcon(resource.name) : IconPencil}
            to={getFormPath(draft)}
            end={formatTimeOrDay(draft.savedAt)}
            detail={resource?.label ?? 'Comment'}
          >
            <strong>{getTitle(draft)}</strong>
          </HomeItem>
        );
      })}
    </HomeCard>
  );
};
