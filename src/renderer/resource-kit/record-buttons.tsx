import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { CommentsButton } from './comments/comments-button.tsx';
import { DuplicateButton } from './duplicate.tsx';
import { HistoryButton } from './history/history.tsx';
import { PreviewButton } from './preview.tsx';

/** Links from the pages of a record to the website, its copy, comments and history. */
export const RecordButtons = (props: { resource: Resource; record: AnyRecord }) => (
  <>
    <PreviewButton {...props} />
    <DuplicateButton {...props} />
    <CommentsButton {...props} />
    <HistoryButton {...props} />
  </>
);
