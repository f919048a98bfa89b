import { generatePath, useParams } from 'react-router-dom';
import { attribute } from '#shared/resources/attribute.ts';
import { attributeValue } from '#shared/resources/attribute-value.ts';
import { routes } from '#shared/routes.ts';
import { ChildListPage } from '../../resource/list/child-list-page.tsx';
import { listColumns } from '../../resource/list/columns.tsx';

const column = listColumns(attributeValue);

const columns = [
  column.serial(),
  column.field('name', { header: 'Attribute Value Name' }),
  column.actions({ width: '7.5rem' }),
];

export const AttributeValueList = () => {
  const { attributeId = '' } = useParams();
  return (
    <ChildListPage
      resource={attributeValue}
      parent={attribute}
      through="attributeId"
      parentListPath={routes.attributeList}
      title={(attributeName) => attributeName}
      columns={columns}
      add={generatePath(routes.attributeValueAdd, { attributeId })}
      edit={({ _id }) => generatePath(routes.attributeValueEdit, { attributeId, id: _id })}
    />
  );
};
