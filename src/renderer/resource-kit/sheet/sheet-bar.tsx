import { Button, Text } from '@mantine/core';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { formatCount, formatCountInSentence } from '#shared/resource-kit/labels.ts';
import { openConfirm } from '../../ui/confirm.tsx';
import { UndoButtons } from '../../ui/grid/edit-history.tsx';
import type { Grid } from '../../ui/grid/use-grid.ts';
import { inactiveWhen } from '../../ui/inactive.ts';
import { keepToastsAbove } from '../../ui/keep-toasts-above.ts';
import { Toolbar } from '../../ui/toolbar.tsx';
import classes from './sheet.module.css';
import type { Sheet } from './use-sheet.ts';

/** The bar below a sheet: counts and saves its changes. */
export const SheetBar = ({
  resource,
  sheet,
  grid,
  isSaving,
  onFillDown,
  onSave,
  onClose,
}: {
  resource: Resource;
  sheet: Sheet;
  grid: Grid;
  isSaving: boolean;
  onFillDown: () => void;
  onSave: () => void;
  onClose: () => void;
}) => {
  const { edits, cellCount } = sheet;
  const hasChanges = edits.size > 0;
  const records = formatCountInSentence(edits.size, resource);
  const counts = hasChanges ? `${formatCount(cellCount, 'change')} in ${records}` : 'No changes';
  const selected = grid.selected.size > 0 ? `${grid.selected.size.toLocaleString('en')} selected` : '';
  const discard = async () => {
    const title = `Discard ${formatCount(cellCount, 'change')}?`;
    if (await openConfirm({ title, confirmLabel: 'Discard', isDestructive: true })) sheet.discard();
  };
  return (
    <section ref={keepToastsAbove} className={classes.bar} aria-label="Sheet">
      <Text role="status" fw={600} className="bo-tabular">
        {[counts, selected].filter(Boolean).join(' · ')}
      </Text>
      {!hasChanges && selected === '' && (
        <Text fz="xs" c="dimmed" className={classes.hint}>
          Ctrl+D to fill down · Ctrl+C and Ctrl+V work with spreadsheets · Esc, then Tab to leave
        </Text>
      )}
      <Toolbar label="Sheet actions" className={classes.actions}>
        <UndoButtons {...sheet} isReadOnly={isSaving} />
        <Button {...inactiveWhen(isSaving, onFillDown)}>Fill down</Button>
        <Button {...inactiveWhen(isSaving || !hasChanges, () => void discard())}>Discard</Button>
        <Button onClick={onClose}>Close sheet</Button>
        <Button variant="brand" {...inactiveWhen(isSaving || !hasChanges, onSave)}>
          {isSaving ? 'Saving…' : 'Save changes'}
        </Button>
      </Toolbar>
    </section>
  );
};
