import { defineResource } from '../resource-kit/define-resource.ts';
import { image, reference, status, text } from '../resource-kit/fields.ts';

/** A business that sells our products, with what differs in its catalogues and price lists. */
export const dealer = defineResource({
  name: 'dealer',
  label: 'Dealer',
  titleField: 'name',
  hasDistinctNames: true,
  paths: { list: '/catalogue/DealerList', form: '/catalogue/DealerAddEdit' },
  fields: {
    name: text({ label: 'Dealer Name', help: 'Printed on the cover', isRequired: true, isSearchable: true }),
    logo: image({ label: 'Logo', help: 'In place of yours, on the cover and above each page' }),
    cover: image({ label: 'Cover picture', help: 'Empty: that of the catalogue' }),
    priceFormula: text({
      label: 'Change of prices',
      help: 'Such as +10% or -5. Empty: that of the catalogue',
      code: 'priceFormula',
      maxLength: 30,
      example: '-12.5%',
    }),
    categoryId: reference({
      label: 'Category',
      to: 'category',
      help: 'The only one that the dealer sells. Empty: all of the catalogue',
    }),
    skus: text({
      label: 'SKUs',
      help: 'The only products that the dealer sells, one SKU a line. Empty: all of the catalogue',
      isMultiline: true,
      maxLength: 100_000,
      isUnsorted: true,
    }),
    status: status(),
  },
});
