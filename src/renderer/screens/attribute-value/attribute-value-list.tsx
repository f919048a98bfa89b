import { attribute } from '#shared/resources/attribute.ts';
import { attributeValue } from '#shared/resources/attribute-value.ts';
import { ChildListPage } from '../../resource/list/child-list-page.tsx';
import { listColumns } from '../../resource/list/columns.tsx';

const column = listColumns(attributeValue);

const columns = [
  column.serial(),
  column.field('name', { header: 'Attribute Value Name' }),
  column.actions({ width: '7.5rem' }),
];

export const AttributeValueList = () => (
  <ChildListPage
    resource={attributeValue}
    parent={attribute}
    through="attributeId"
    title={(attributeName) => attributeName}
    columns={columns}
  />
);
