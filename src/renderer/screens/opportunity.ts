import { IconBriefcase } from '@tabler/icons-react';
import { opportunity } from '#shared/resources/opportunity.ts';
import { resourceScreens } from '../resource/resource-screens.ts';

export const opportunityScreens = resourceScreens(opportunity, {
  menu: { group: 'cms', label: 'Opportunity', icon: IconBriefcase },
  list: async () => (await import('./opportunity/opportunity-list.tsx')).OpportunityList,
  form: async () => (await import('./opportunity/opportunity-form.tsx')).OpportunityForm,
});
