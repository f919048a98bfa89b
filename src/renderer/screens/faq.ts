import { IconHelpCircle } from '@tabler/icons-react';
import { faq } from '#shared/resources/faq.ts';
import { texts } from '#shared/texts.ts';
import { resourceScreens } from '../resource/screens/resource-screens.ts';

export const faqScreens = resourceScreens(faq, {
  menu: { group: 'content', label: 'FAQ', icon: IconHelpCircle },
  widths: { name: '30%' },
  sections: { 'Question and answer': ['name', 'description'] },
  saveLabels: { add: texts.faq.saveNew, edit: texts.faq.saveEdit },
});
