import { Anchor, Button, Text } from '@mantine/core';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { formatList, inSentence, joinSentences } from '#shared/resource-kit/labels.ts';
import { findResource } from '#shared/resources/index.ts';
import { texts } from '#shared/texts.ts';
import { openConfirm, openNotice } from '../../ui/confirm.tsx';
import { getRecordTitle } from '../record-paths.ts';
import { isFullServer } from '../server-level.ts';
import { describeUse, fetchUses, getUsePath, type Use } from './used-by.tsx';

const listNames = ({ names, total }: Use): string => {
  const otherCount = (total ?? 0) - names.length;
  return formatList(otherCount > 0 ? [...names, `${otherCount.toLocaleString('en')} more`] : names);
};

// Explains what blocks the deletion of a record, with links to the lists that show it.
const openInUseDialog = (
  record: AnyRecord,
  {
    title,
    uses,
    onFollow,
    onReplace,
  }: {
    title: string;
    uses: readonly Use[];
    onFollow: (path: string) => void;
    onReplace: (() => void) | undefined;
  },
): void =>
  openNotice({
    title: `Can’t delete ${title}: it’s used by ${formatList(uses.map(describeUse))}`,
    content: (close) =>
      uses.map((use) => {
        const path = getUsePath(use, record);
        return (
          <div key={`${use.resource} ${use.field}`}>
            <Text>{listNames(use)}</Text>
            {path && (
              <Anchor
                href={path}
                onClick={(event) => {
                  event.preventDefault();
                  close();
                  onFollow(path);
                }}
              >
                {`Show ${describeUse(use)}`}
              </Anchor>
            )}
          </div>
        );
      }),
    actions: (close) =>
      onReplace && (
        <Button
          variant="brand"
          onClick={() => {
            close();
            onReplace();
          }}
        >
          Replace with…
        </Button>
      ),
  });

const openReplace = async (
  resource: Resource,
  options: { record: AnyRecord; uses: readonly Use[]; onReplaced: () => void },
): Promise<void> => {
  const [{ openReplaceDialog }, { getReplacementScope }] = await Promise.all([
    import('./replace-dialog.tsx'),
    import('#shared/replace.ts'),
  ]);
  openReplaceDialog({ resource, scope: getReplacementScope(resource), ...options });
};

const describeDependents = (use: Use): string => {
  const { resource, total, names } = use;
  if (total === null) {
    return `Its ${inSentence(findResource(resource)?.labelPlural ?? resource)} will also be deleted`;
  }
  const otherCount = total > names.length ? ' and others' : '';
  return `${describeUse(use)} will also be deleted: ${names.join(', ')}${otherCount}`;
};

/** Explains what blocks the deletion of a record, or asks with the names of its dependents whether to delete it. */
export const confirmDeletion = async (
  resource: Resource,
  record: AnyRecord,
  options: { onFollow: (path: string) => void; mayReplace: boolean; onReplaced: () => void },
): Promise<boolean> => {
  const { onFollow, mayReplace, onReplaced } = options;
  const title = getRecordTitle(resource, record);
  const { pathname } = window.location;
  const uses = await fetchUses(resource, record._id);
  // The page that asked has closed.
  if (window.location.pathname !== pathname) return false;
  const blocking = uses.filter(({ blocks }) => blocks);
  if (blocking.length > 0) {
    const canReplace = mayReplace && (await isFullServer());
    const onReplace = canReplace ? () => void openReplace(resource, { record, uses, onReplaced }) : undefined;
    openInUseDialog(record, { title, uses: blocking, onFollow, onReplace });
    return false;
  }
  return openConfirm({
    title: `Delete ${inSentence(resource.label)}?`,
    message: texts.remove.confirm,
    detail: joinSentences([title, ...uses.map(describeDependents)]),
    confirmLabel: 'Delete',
    isDestructive: true,
  });
};
