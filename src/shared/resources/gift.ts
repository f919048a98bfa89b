import { defineResource } from '../resource-kit/define-resource.ts';
import { boolean, date, number, richText, status, text } from '../resource-kit/fields.ts';

export const gift = defineResource({
  name: 'gift',
  label: 'Gift',
  titleField: 'name',
  paths: { list: '/Gifts/GiftsList', view: '/Gifts/GiftsView/:id', form: '/Gifts/GiftsAddEdit' },
  fields: {
    name: text({ label: 'Title', isRequired: true, isSearchable: true }),
    qrId: text({ label: 'QR Id', isSearchable: true, isCode: true }),
    description: richText({ label: 'Description', isRequired: true, isSearchable: true }),
    numberOfPoints: number({ label: 'Points', isInteger: true, min: 0, max: 1_000_000_000 }),
    validTill: date({ label: 'Valid Till' }),
    userLimit: number({ label: 'Used Limit', isInteger: true, min: 0, max: 1_000_000_000 }),
    status: status(),
  },
  extraFilters: { isExpired: boolean({ label: 'Expired', isExtra: true }) },
  site: {
    path: 'gifts',
    fields: ['name', 'description', 'numberOfPoints', 'validTill'],
    orders: ['name', 'numberOfPoints'],
  },
});
