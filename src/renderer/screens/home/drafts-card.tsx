import { IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { inSentence } from '#shared/resource-kit/labels.ts';
import { screenPaths } from '#shared/resource-kit/paths.ts';
import { findResource } from '#shared/resources/index.ts';
import { type ListedDraft, listDrafts } from '../../resource-kit/drafts/draft-store.ts';
import { useDraftStorage } from '../../resource-kit/drafts/use-draft-storage.ts';
import { sheetParam } from '../../resource-kit/list-params.ts';
import { fillPathWithRecord, getAddPath, getRecordPath } from '../../resource-kit/record-paths.ts';
import { getResourceIcon } from '../../resource-kit/resource-icons.ts';
import { formatTimeOrDay } from '../../ui/format.ts';
import { HomeCard, HomeItem } from './home-card.tsx';

const maxDrafts = 5;

const isSheetDraft = ({ pathname }: ListedDraft): boolean => pathname.endsWith(`?${sheetParam}=true`);

/** Address of the form, which offers the draft. */
const getFormPath = (draft: ListedDraft): string | undefined => {
  const { resource: name, base, pathname } = draft;
  const resource = findResource(name);
  if (!resource) return undefined;
  if (isSheetDraft(draft)) return pathname;
  const { add, edit } = screenPaths(resource.paths);
  if (base) return edit ? fillPathWithRecord(edit, base) : getRecordPath(resource, base);
  return add ? pathname : getAddPath(resource, {});
};

const getTitle = (draft: ListedDraft): string => {
  const { resource: name, base, values } = draft;
  const resource = findResource(name);
  if (isSheetDraft(draft)) return `Sheet of ${inSentence(resource?.labelPlural ?? 'items')}`;
  const title = resource && (values[resource.titleField] || base?.[resource.titleField]);
  if (typeof title === 'string' && title !== '') return title;
  return `New ${resource ? inSentence(resource.label) : 'item'}`;
};

/** Unsaved changes of the user on this computer. */
export const DraftsCard = () => {
  const storage = useDraftStorage();
  const drafts = useQuery({
    queryKey: ['drafts', storage?.owner],
    queryFn: () => (storage ? listDrafts(storage) : []),
    enabled: storage !== undefined,
    staleTime: 0,
    gcTime: 0,
  });
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
            detail={resource?.label}
          >
            <strong>{getTitle(draft)}</strong>
          </HomeItem>
        );
      })}
    </HomeCard>
  );
};
