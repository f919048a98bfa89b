import { generatePath } from 'react-router-dom';
import { attribute } from '#shared/resources/attribute.ts';
import { routes } from '#shared/routes.ts';
import { listColumns } from '../../resource/list/columns.tsx';
import { ListPage } from '../../resource/list/list-page.tsx';

const column = listColumns(attribute);

const columns = [
  column.serial(),
  column.field('name'),
  column.link({
    header: 'Attribute Value',
    width: '10rem',
    label: 'Attribute Value',
    to: ({ _id }) => generatePath(routes.attributeValueList, { attributeId: _id }),
  }),
  column.actions({ width: '7.5rem' }),
];

export const AttributeList = () => (
  <ListPage
    resource={attribute}
    columns={columns}
    add={routes.attributeForm}
    edit={({ _id }) => `${routes.attributeForm}?id=${encodeURIComponent(_id)}`}
  />
);
