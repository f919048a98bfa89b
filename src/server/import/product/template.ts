import type { Readable } from 'node:stream';
import { productColumns } from '#shared/product/import-columns.ts';
import { writeWorkbook } from '../../../spreadsheet/write.ts';

const notes: Record<string, string> = {
  handle: 'Groups rows into one product. Without it, rows with the same name are grouped.',
  name: 'Required. Existing products are matched by SKU, then by name.',
  sku: 'Unique among all products and variants',
  description: 'Text or HTML',
  specification: 'Plain text on one or more lines. HTML is converted to text.',
  price: 'Up to two decimal places, such as 149.50',
  isBestSeller: 'Yes or no',
  thumbnail: 'File name of an image on the server. Web addresses aren’t supported.',
  thumbnailFileName: 'Original file name of that image',
  categoryId: 'Name of an existing category',
  subCategoryId: 'Name of a sub category in that category',
  status: 'ACTIVE or INACTIVE',
  variantName: 'Leave empty to build it from the attribute values',
  variantSku: 'Required for each variant. Unique among all products and variants',
  variantPrice: 'Up to two decimal places. Empty means 0.',
  variantImages: 'File names of images on the server, separated by semicolons',
  features: 'Separate features with semicolons or line breaks',
};

const attributes = [
  { field: 'attribute:Colour', title: 'Attribute: Colour' },
  { field: 'attribute:Size', title: 'Attribute: Size' },
];

const attributeNote = 'One column per attribute, one row per variant. New attributes and values are created.';

/** The empty workbook for a product import, with a sheet that describes the columns. */
export const writeProductTemplate = (): Readable => {
  const columns = productColumns.flatMap((column) =>
    column.field === 'variantName' ? [...attributes, column] : [column],
  );
  return writeWorkbook({
    format: 'xlsx',
    sheets: [
      {
        name: 'Products',
        columns: columns.map(({ field, title }) => ({ key: field, header: title })),
        rows: [],
      },
      {
        name: 'Notes',
        columns: [
          { key: 'column', header: 'Column', width: 24 },
          { key: 'note', header: 'Description', width: 90 },
        ],
        rows: [
          { column: '', note: 'Empty cells don’t change existing values' },
          ...columns.map(({ field, title }) => ({
            column: title,
            note: field.startsWith('attribute:') ? attributeNote : (notes[field] ?? ''),
          })),
        ],
      },
    ],
  });
};
