import { generatePath } from 'react-router-dom';
import { attribute } from '#shared/resources/attribute.ts';
import { attributeValue } from '#shared/resources/attribute-value.ts';
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
    to: ({ _id }) => generatePath(attributeValue.paths.list, { attributeId: _id }),
  }),
  column.actions({ width: '7.5rem' }),
];

export const AttributeList = () => <ListPage resource={attribute} columns={columns} />;
