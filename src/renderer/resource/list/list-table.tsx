import type { ComponentProps, ReactNode } from 'react';
import type { RecordOf, Resource } from '#shared/resource/define-resource.ts';
import { inSentence } from '#shared/resource/words.ts';
import { DataTable } from '../../ui/data-table.tsx';
import type { BulkTarget } from '../bulk/bulk.ts';
import { SelectionBar } from '../bulk/selection-bar.tsx';
import { type BulkAction, targetOf, useBulkChange } from '../bulk/use-bulk-change.tsx';
import type { useSelection } from '../bulk/use-selection.ts';
import type { ListParams } from '../list-state.ts';

/** The records that are chosen in a list, for what a screen does with them. */
export type ChosenRecords = { target: BulkTarget; count: number; clear: () => void };

/** The rows of a list, which of them are chosen, and what can be done with those. */
export const ListTable = <R extends Resource>({
  resource,
  params,
  total,
  selected,
  actions,
  selectionActions,
  ...table
}: Omit<ComponentProps<typeof DataTable<RecordOf<R>>>, 'selection'> & {
  resource: R;
  params: ListParams;
  total: number;
  selected: ReturnType<typeof useSelection<RecordOf<R>>>;
  actions: readonly BulkAction[];
  selectionActions?: (chosen: ChosenRecords) => ReactNode;
}) => {
  const bulk = useBulkChange(resource, selected.clear);
  return (
    <>
      <DataTable {...table} selection={actions.length > 0 ? selected.ofRows : undefined} />
      {selected.count > 0 && (
        <SelectionBar
          label={`Selected ${inSentence(resource.labelPlural)}`}
          count={selected.count}
          total={total}
          actions={actions}
          isRunning={bulk.isRunning}
          onAction={(action) => void bulk.run(action, { ...selected, params })}
          onSelectAll={selected.selectAll}
          onClear={selected.clear}
        >
          {selectionActions?.({
            target: targetOf({ ...selected, params }),
            count: selected.count,
            clear: selected.clear,
          })}
        </SelectionBar>
      )}
    </>
  );
};
