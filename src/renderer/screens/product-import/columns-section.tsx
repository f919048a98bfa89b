import { NativeSelect, Text } from '@mantine/core';
import type { SpreadsheetPreview } from '#shared/import.ts';
import { isShopify } from '#shared/product/import-columns.ts';
import { FormSection } from '../../resource/form/form-page.tsx';
import { type ColumnMapping, fieldChoices } from './column-mapping.ts';
import classes from './product-import.module.css';

const nothing = { value: '', label: 'Not imported' };

/** How the sheet begins, and above each column what it holds. */
export const ColumnsSection = ({
  preview: { columns, rows, hasMore },
  mapping,
  canMap,
  isDisabled,
  onMap,
}: {
  preview: SpreadsheetPreview;
  mapping: ColumnMapping;
  /** Where the server takes columns for what it is told. */
  canMap: boolean;
  isDisabled: boolean;
  onMap: (title: string, field: string) => void;
}) => (
  <FormSection title="Columns">
    <Text c="dimmed">
      {canMap
        ? `Say what each column holds. It is remembered for the next file.${isShopify(columns) ? ' This is an export of Shopify: its rows are put together to products with their variants.' : ''}`
        : 'How the sheet begins.'}
    </Text>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
    <section className={classes.scroller} aria-label="First rows" tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col" className={classes.number}>
              Row
            </th>
            {columns.map((title) => (
              <th key={title} scope="col" title={title}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {canMap && (
            <tr>
              <th scope="row" className={`${classes.number} ${classes.held}`}>
                Holds
              </th>
              {columns.map((title) => (
                <td key={title} className={classes.held}>
                  <NativeSelect
                    size="xs"
                    aria-label={`What ${title} holds`}
                    value={mapping[title] ?? ''}
                    data={[nothing, ...fieldChoices(columns, title, mapping[title] ?? '')]}
                    disabled={isDisabled}
                    onChange={(event) => onMap(title, event.currentTarget.value)}
                  />
                </td>
              ))}
            </tr>
          )}
          {rows.map(({ row, cells }) => (
            <tr key={row}>
              <th scope="row" className={classes.number}>
                {row}
              </th>
              {columns.map((title, index) => (
                <td
                  key={title}
                  className={`${classes.preview} ${canMap && !mapping[title] ? classes.unused : ''}`}
                  title={cells[index]}
                >
                  {cells[index]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
    <Text size="xs" c="dimmed">
      {rows.length === 0
        ? 'There are no rows below the titles.'
        : hasMore
          ? `The first ${rows.length} rows. All of them are imported.`
          : 'These are all rows.'}
    </Text>
  </FormSection>
);
