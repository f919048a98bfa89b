import { IconBriefcase } from '@tabler/icons-react';
import { opportunity } from '#shared/resources/opportunity.ts';
import { resourceScreens } from '../resource/screens/resource-screens.ts';

export const opportunityScreens = resourceScreens(opportunity, {
  menu: { group: 'cms', label: 'Opportunity', icon: IconBriefcase },
  columns: (column) => [
    column.serial(),
    column.field('profile', { width: '24%' }),
    column.field('selectedJobTypes'),
    column.field('selectedLocation'),
    column.field('industry', { width: '8rem' }),
    column.field('salary', { width: '14%' }),
    column.actions(),
  ],
  sections: {
    Position: ['profile', 'aboutJob', 'aboutCompany'],
    Requirements: ['responsibilty', 'skills', 'quality', 'qualification'],
  },
  aside: { 'Job details': ['selectedJobTypes', 'selectedLocation', 'industry', 'salary'] },
});
