import { IconPencil } from '@tabler/icons-react';
import { inSentence } from '#shared/resource-kit/labels.ts';
import { screenPaths } from '#shared/resource-kit/paths.ts';
import { findResource } from '#shared/resources/index.ts';
import { sheetParam } from '../../resource-kit/list-params.ts';
import { fillPathWithRecord, getAddPath, getRecordPath } from '../../resource-kit/record-paths.ts';
import { getResourceIcon } from '../../resource-kit/resource-icons.ts';
import type { Draft } from '../../resource-kit/save/drafts.ts';
import { useDrafts } from '../../resource-kit/save/use-draft.ts';
import { formatTimeOrDay } from '../../ui/format.ts';
import { HomeCard, HomeItem } from './home-card.tsx';

const maxDrafts = 5;

const isSheetDraft = ({ place }: Draft): boolean => place.endsWith(`?${sheetParam}=true`);

/** Address of the form, which offers the draft. */
const getFormPath = (draft: Draft): string | undefined => {
  const { resource: name, base, place } = draft;
  const resource = findResource(name);
  // Comments and sheets.
  if (!resource || isSheetDraft(draft)) return place;
  const { add, edit } = screenPaths(resource.paths);
  if (base) return edit ? fillPathWithRecord(edit, base) : getRecordPath(resource, base);
  return add ? place : getAddPath(resource, {});
};

const getTitle = (draft: Draft): string => {
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
