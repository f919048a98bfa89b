import { opportunity } from '#shared/resources/opportunity.ts';
import { listColumns } from '../../resource/list/columns.tsx';
import { ListPage } from '../../resource/list/list-page.tsx';

const column = listColumns(opportunity);

const columns = [
  column.serial(),
  column.field('profile', { width: '24%' }),
  column.field('selectedJobTypes'),
  column.field('selectedLocation'),
  column.field('industry', { width: '8rem' }),
  column.field('salary', { width: '14%' }),
  column.actions({ width: '7.5rem' }),
];

export const OpportunityList = () => <ListPage resource={opportunity} columns={columns} />;
