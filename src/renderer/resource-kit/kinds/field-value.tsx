import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { RichTextView } from '../../ui/rich-text/rich-text-view.tsx';
import { getKind } from './index.tsx';
import type { ValueProps } from './kind.ts';

/** The value of a field on a page or in a dialog. */
export const FieldValue = (props: ValueProps) => {
  const { field, name, record } = props;
  const { Value, isHtml, format } = getKind(field);
  if (Value) return <Value {...props} />;
  // Not in the table, because lists would load the sanitizer.
  if (isHtml) return record[name] ? <RichTextView html={String(record[name])} /> : 'N/A';
  return format(props) || 'N/A';
};

/** Whether a field has formatted text. */
export const isFormatted = ({ fields }: Resource, name: string): boolean =>
  fields[name] !== undefined && getKind(fields[name]).isHtml === true;
