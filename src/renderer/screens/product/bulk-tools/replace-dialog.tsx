import { Checkbox, Select, TextInput } from '@mantine/core';
import { useInputState } from '@mantine/hooks';
import { useState } from 'react';
import { formatCount } from '#shared/resource-kit/labels.ts';
import { variantColumns } from '../grid/variant-columns.tsx';
import { useVariants } from '../sheet/use-variants.ts';
import { replaceText } from './bulk-edits.ts';
import type { BulkToolProps } from './price-dialog.tsx';
import { BulkToolDialog } from './tool-dialog.tsx';

const textColumns = variantColumns.filter(({ name }) => name !== 'imagesArr');

export const ReplaceDialog = ({ indexes, column: initialColumn, onClose }: BulkToolProps & { column: string }) => {
  const { sheet } = useVariants();
  const [column, setColumn] = useState(initialColumn === 'imagesArr' ? 'name' : initialColumn);
  const [find, setFind] = useInputState('');
  const [replacement, setReplacement] = useInputState('');
  const [isCaseSensitive, setIsCaseSensitive] = useInputState(false);
  const editResult = replaceText(sheet, indexes, { column, find, replacement, isCaseSensitive });
  return (
    <BulkToolDialog
      title="Find and replace"
      applyLabel="Replace"
      undoLabel={`Replace “${find}”`}
      summary={
        editResult.changedCount > 0
          ? `${editResult.changedCount.toLocaleString('en')} of ${formatCount(indexes.length, 'variant')} match`
          : 'No variants match'
      }
      error={editResult.error}
      edited={editResult.sheet}
      onClose={onClose}
    >
      <Select
        label="Column"
        data={textColumns.map(({ name, label }) => ({ value: name, label }))}
        value={column}
        onChange={(value) => value && setColumn(value)}
      />
      <TextInput label="Find" value={find} onChange={setFind} data-autofocus />
      <TextInput label="Replace with" value={replacement} onChange={setReplacement} />
      <Checkbox label="Match case" checked={isCaseSensitive} onChange={setIsCaseSensitive} />
    </BulkToolDialog>
  );
};
