import { Group, Stack, Text } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { type BulkResult, type BulkRow, maxBulkRows } from '#shared/bulk.ts';
import type { Field } from '#shared/resource-kit/fields.ts';
import { formatCountInSentence, joinSentences } from '#shared/resource-kit/labels.ts';
import { product } from '#shared/resources/product.ts';
import { FieldValue } from '../../../resource-kit/kinds/field-value.tsx';
import { InlineAlert } from '../../../ui/inline-alert.tsx';
import { PlainTable } from '../../../ui/plain-table.tsx';
import classes from './bulk-edit.module.css';

const maxFailedShown = 5;

const Change = ({ row, name, field }: { row: BulkRow; name: string; field: Field }) => {
  const { before, after } = row;
  if (!before || !after || !(name in after))
    return (
      <Text component="td" inherit c="dimmed">
        No change
      </Text>
    );
  return (
    <td>
      <Group component="span" display="inline-flex" gap={6} className="bo-tabular">
        <Text span inherit c="dimmed">
          <FieldValue resource={product} field={field} name={name} record={before} />
        </Text>
        <IconArrowRight size="0.875rem" aria-hidden />
        <span className="bo-visually-hidden">changes to</span>
        <strong>
          <FieldValue resource={product} field={field} name={name} record={after} />
        </strong>
      </Group>
    </td>
  );
};

const changedText = (count: number): string =>
  count > 0 ? `${formatCountInSentence(count, product)} will change` : 'No products will change';

const unchangedText = (count: number): string =>
  count > 0 ? `${count.toLocaleString('en')} already ${count === 1 ? 'has' : 'have'} these values` : '';

export const ChangesPreview = ({ result }: { result: BulkResult }) => {
  const { rows, changed, unchanged, failed } = result;
  const fields = Object.entries(product.fields).filter(([name]) => rows.some(({ after }) => after && name in after));
  return (
    <Stack gap="sm">
      <Text role="status">{joinSentences([changedText(changed), unchangedText(unchanged)])}</Text>
      {failed.length > 0 && (
        <InlineAlert title={`${formatCountInSentence(failed.length, product)} can’t be updated`}>
          {failed.slice(0, maxFailedShown).map(({ id, label, message }) => (
            <div key={id}>{`${label}: ${message}`}</div>
          ))}
          {failed.length > maxFailedShown && `and ${(failed.length - maxFailedShown).toLocaleString('en')} more`}
        </InlineAlert>
      )}
      {rows.length > 0 && (
        <PlainTable label="Preview of changes" mah="50vh" className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{product.label}</th>
              {fields.map(([name, field]) => (
                <th key={name} scope="col">
                  {field.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <th scope="row">{row.label}</th>
                {fields.map(([name, field]) => (
                  <Change key={name} row={row} name={name} field={field} />
                ))}
              </tr>
            ))}
          </tbody>
        </PlainTable>
      )}
      {changed > maxBulkRows && <Text size="xs" c="dimmed">{`Showing the first ${maxBulkRows}`}</Text>}
    </Stack>
  );
};
