import type { Readable } from 'node:stream';
import { productColumns } from '#shared/product/import-columns.ts';
import { writeWorkbook } from '../../../spreadsheet/write.ts';

const notes: Record<string, string> = {
  handle: 'Holds the rows of one product together. Without it, those of the same name are one product',
  name: 'Required. A product that is there already is found by its SKU, else by its name',
  sku: 'Unique among all products and variants',
  description: 'Text or HTML',
  specification: 'Text or HTML',
  price: 'At most two decimal places, such as 149.50',
  isBestSeller: 'Yes or no',
  thumbnail: 'The name of an image on the server. Images by address are not fetched',
  categoryId: 'The name of a category that is there already',
  subCategoryId: 'The name of a sub category of that category',
  status: 'ACTIVE or INACTIVE',
  variantName: 'Made of the attribute values where it is empty',
  variantSku: 'Required for each variant. Unique among all products and variants',
  variantPrice: 'At most two decimal places. 0 where it is empty',
  variantImages: 'Names of images on the server, separated by semicolons',
  features: 'Several are separated by semicolons or line breaks',
};

const attributes = [
  { field: 'attribute:Colour', title: 'Attribute: Colour' },
  { field: 'attribute:Size', title: 'Attribute: Size' },
];

const attributeNote =
  'One column for each attribute, named in its title. One row for each variant. Attributes and values that are not there yet are created';

/** The empty workbook of a product import: a sheet to fill in, and one that says what its columns are. */
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
          { key: 'note', header: 'What it holds', width: 90 },
        ],
        rows: [
          { column: '', note: 'Empty cells leave what is there as it is' },
          ...columns.map(({ field, title }) => ({
            column: title,
            note: field.startsWith('attribute:') ? attributeNote : (notes[field] ?? ''),
          })),
        ],
      },
    ],
  });
};
