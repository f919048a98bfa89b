import { Button, NativeSelect, Text } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { inSentence } from '#shared/resource-kit/labels.ts';
import { describeVersion, toVersionKey } from '../../resource-kit/history/versions.ts';
import {
  FieldDiff,
  FieldValue,
  getFieldLabel,
  isFormatted,
  listFilledFields,
} from '../../resource-kit/kinds/field-diff.tsx';
import { getFileInfo } from '../../resource-kit/kinds/file.tsx';
import type { RecordValues } from '../../resource-kit/kinds/kind.ts';
import classes from './history-page.module.css';
import type { ComparedSide, Comparison, Restore } from './use-comparison.ts';

export type ShownText = 'changes' | 'formatted';

type Side = ComparedSide & { restore: Restore };

type TableProps = {
  resource: Resource;
  comparison: Comparison;
  sides: readonly [Side, Side];
  showsUnchanged: boolean;
  shownText: ShownText;
};

const toComparable = (record: RecordValues, name: string): string =>
  JSON.stringify([record[name] ?? null, getFileInfo(record, name)?.name ?? null]);

export const listComparedFields = (
  resource: Resource,
  [before, after]: readonly [RecordValues, RecordValues],
): { name: string; isChanged: boolean }[] =>
  listFilledFields(resource, [before, after]).map((name) => ({
    name,
    isChanged: toComparable(before, name) !== toComparable(after, name),
  }));

const SideHeader = ({ side, comparison }: { side: Side; comparison: Comparison }) => {
  const { version, isCurrent, restore } = side;
  const options = comparison.versions.map((option, index) => ({
    value: toVersionKey(option),
    label: describeVersion(option, { isCurrent: index === 0 }),
  }));
  return (
    <div className={classes.side}>
      <NativeSelect
        aria-label={side.side === 'from' ? 'First version' : 'Second version'}
        data={options}
        value={version ? toVersionKey(version) : ''}
        onChange={(event) => side.choose(event.currentTarget.value)}
      />
      {!isCurrent && (
        <Button
          size="compact-md"
          leftSection={<IconArrowBackUp size="1rem" />}
          disabled={!restore.canRestore || restore.isRestoring || restore.restorableCount === 0}
          onClick={() => void restore.restoreAll()}
        >
          Restore this version
        </Button>
      )}
    </div>
  );
};

const RestoreField = ({ resource, side, name }: { resource: Resource; side: Side; name: string }) => {
  const { restore, version } = side;
  const note = restore.getNote(name);
  const noteId = `restore-${side.side}-${name}`;
  const field = resource.fields[name];
  if (side.isCurrent) return null;
  if (field?.kind === 'inherited') {
    const through = getFieldLabel(resource, field.through);
    return (
      <Text fz="xs" c="dimmed" mt={4}>
        Restored with {inSentence(through)}
      </Text>
    );
  }
  return (
    <>
      {note && (
        <Text id={noteId} fz="sm" mt={4} className={classes.note} role="note">
          {note.message}
        </Text>
      )}
      {restore.canRestore && restore.isRestorable(name) && (
        <Button
          mt={6}
          display="flex"
          w="fit-content"
          size="compact-sm"
          leftSection={<IconArrowBackUp size="0.875rem" />}
          disabled={restore.isRestoring || note?.isBlocking === true}
          aria-label={`Restore ${getFieldLabel(resource, name)} of version ${version?.number}`}
          aria-describedby={note && noteId}
          onClick={() => void restore.restoreField(name)}
        >
          Restore
        </Button>
      )}
    </>
  );
};

const Value = ({
  resource,
  name,
  side,
  records: [before, after],
  shownText,
}: {
  resource: Resource;
  name: string;
  side: ComparedSide['side'];
  records: readonly [RecordValues, RecordValues];
  shownText: ShownText;
}) => {
  const field = resource.fields[name];
  const record = side === 'from' ? before : after;
  if (field && isFormatted(resource, name) && shownText === 'formatted')
    return <FieldValue resource={resource} field={field} name={name} record={record} />;
  const shownVersion = side === 'from' ? 'before' : 'after';
  return <FieldDiff resource={resource} name={name} before={before} after={after} shownVersion={shownVersion} />;
};

/** Two versions of a record side by side. */
export const ComparisonTable = ({ resource, comparison, sides, showsUnchanged, shownText }: TableProps) => {
  const [from, to] = sides;
  const records = from.record && to.record ? ([from.record, to.record] as const) : undefined;
  const rows = records ? listComparedFields(resource, records) : [];
  return (
    <table className={`${classes.fields} ${classes.comparison}`} aria-label="Comparison">
      <thead>
        <tr>
          <th scope="col">Field</th>
          {sides.map((side) => (
            <th key={side.side} scope="col">
              <SideHeader side={side} comparison={comparison} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {records &&
          rows
            .filter(({ isChanged }) => isChanged || showsUnchanged)
            .map(({ name, isChanged }) => (
              <tr key={name}>
                <th scope="row">{getFieldLabel(resource, name)}</th>
                {sides.map((side) => (
                  <td key={side.side}>
                    <Value resource={resource} name={name} records={records} shownText={shownText} side={side.side} />
                    {isChanged && <RestoreField resource={resource} side={side} name={name} />}
                  </td>
                ))}
              </tr>
            ))}
      </tbody>
    </table>
  );
};
