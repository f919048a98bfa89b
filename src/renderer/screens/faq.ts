import { IconHelpCircle } from '@tabler/icons-react';
import { faq } from '#shared/resources/faq.ts';
import { resourceScreens } from '../resource/resource-screens.ts';

export const faqScreens = resourceScreens(faq, {
  menu: { group: 'content', label: 'FAQ', icon: IconHelpCircle },
  list: async () => (await import('./faq/faq-list.tsx')).FaqList,
  view: async () => (await import('./faq/faq-detail.tsx')).FaqDetail,
  form: async () => (await import('./faq/faq-form.tsx')).FaqForm,
});
