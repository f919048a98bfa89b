import { Checkbox } from '@mantine/core';
import { useInputState } from '@mantine/hooks';
import { formatCount } from '#shared/resource-kit/labels.ts';
import { GrowingTextarea } from '../../../ui/growing-textarea.tsx';
import { useVariants } from '../sheet/use-variants.ts';
import { parseFeatureLines } from '../sheet/variant-sheet.ts';
import { assignFeatures } from './bulk-edits.ts';
import type { BulkToolProps } from './price-dialog.tsx';
import { BulkToolDialog } from './tool-dialog.tsx';

export const FeaturesDialog = ({ indexes, onClose }: BulkToolProps) => {
  const { sheet } = useVariants();
  const [text, setText] = useInputState('');
  const [replacesExisting, setReplacesExisting] = useInputState(false);
  const lines = parseFeatureLines(text);
  return (
    <BulkToolDialog
      title="Add features"
      summary={
        lines.length > 0
          ? `${formatCount(lines.length, 'feature')} will be added to ${formatCount(indexes.length, 'variant')}`
          : 'No features will be added'
      }
      edited={lines.length > 0 ? assignFeatures(sheet, indexes, { lines, replacesExisting }) : sheet}
      onClose={onClose}
    >
      <GrowingTextarea
        label="Features"
        description="One per line"
        minRows={4}
        maxRows={10}
        value={text}
        onChange={setText}
        data-autofocus
      />
      <Checkbox label="Replace existing features" checked={replacesExisting} onChange={setReplacesExisting} />
    </BulkToolDialog>
  );
};
