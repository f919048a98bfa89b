import { Badge, NativeSelect, Text } from '@mantine/core';
import type { ColumnProfile, SpreadsheetPreview } from '#shared/import.ts';
import { isShopify } from '#shared/product/import-columns.ts';
import { FormSection } from '../../resource-kit/form/form-page.tsx';
import { PlainTable } from '../../ui/plain-table.tsx';
import {
  type ColumnMapping,
  countColumns,
  getFieldOptions,
  getMappingOverrides,
  nameColumns,
} from './column-mapping.ts';
import { setColumnField } from './import-actions.ts';
import { isLocked, useImportStore } from './import-store.ts';
import classes from './product-import.module.css';

const skipOption = { value: '', label: 'Don’t import' };

const skippedText = (profiles: readonly ColumnProfile[], mapping: ColumnMapping): string => {
  const skipped = profiles.filter(({ title, filled }) => !mapping[title] && filled > 0);
  if (skipped.length === 0) return 'All columns with data will be imported';
  return `${countColumns(skipped)} won’t be imported: ${nameColumns(skipped)}`;
};

export const ColumnMappingSection = ({ preview }: { preview: SpreadsheetPreview }) => {
  const { columns, columnProfiles, rowCount } = preview;
  const state = useImportStore();
  const { mapping } = state;
  const overrides = getMappingOverrides(mapping);
  return (
    <FormSection title="Columns">
      <Text c="dimmed">
        {`Match each column to a field. We’ll remember it for next time.${isShopify(columns) ? ' This is a Shopify export, so rows are grouped into products and variants.' : ''}`}
      </Text>
      <PlainTable
        label="Columns of the file"
        mah="24rem"
        className={classes.table}
        columns={['Column', 'Sample values', 'Filled', 'Field', 'Status']}
      >
        {columnProfiles.map((profile) => {
          const { letter, title, samples, filled } = profile;
          const field = mapping[title] ?? '';
          return (
            <tr key={letter} className={field === '' ? classes.unused : undefined}>
              <th scope="row">
                <span className={classes.letter}>{letter}</span>
                {title || 'No title'}
              </th>
              <td className={classes.preview} title={samples.join(' · ')}>
                {samples.join(' · ')}
              </td>
              <td className="bo-tabular">{filled.toLocaleString('en')}</td>
              <td className={classes.fieldCell}>
                {title === '' ? (
                  'Add a title to import it'
                ) : (
                  <NativeSelect
                    size="xs"
                    aria-label={`Field for ${title}`}
                    value={field}
                    data={[skipOption, ...getFieldOptions(columns, title, field)]}
                    disabled={isLocked(state)}
                    onChange={(event) => setColumnField(title, event.currentTarget.value)}
                  />
                )}
              </td>
              <td>{field === '' ? 'Skipped' : <Badge>{title in overrides ? 'Chosen' : 'Matched'}</Badge>}</td>
            </tr>
          );
        })}
      </PlainTable>
      <Text size="sm">{skippedText(columnProfiles, mapping)}</Text>
      {rowCount === 0 && <Text c="dimmed">There are no rows below the header.</Text>}
    </FormSection>
  );
};
