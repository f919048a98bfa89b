import { IconFileText, IconGift, IconHelpCircle, IconInfoCircle, IconShieldLock } from '@tabler/icons-react';
import { about } from '#shared/resources/about.ts';
import { faq } from '#shared/resources/faq.ts';
import { gift } from '#shared/resources/gift.ts';
import { privacy, terms } from '#shared/resources/policies.ts';
import { texts } from '#shared/texts.ts';
import { getRequiredTextErrors } from '../resource-kit/form/form-values.ts';
import { resourceScreens } from '../resource-kit/screens/resource-screens.tsx';

export const contentScreens = [
  resourceScreens(faq, {
    menu: { label: 'FAQ', icon: IconHelpCircle },
    purpose: 'Questions that customers often ask, with your answers.',
    widths: { name: '30%' },
    sections: { 'Question and answer': ['name', 'description'] },
    saveLabels: { add: texts.faq.saveNew, edit: texts.faq.saveEdit },
  }),
  resourceScreens(about, {
    menu: { label: 'About Us', icon: IconInfoCircle },
    purpose: 'The story of your company, as your website tells it.',
    columns: (column) => [
      column.rowNumber(),
      column.field('name', { width: '25%' }),
      column.field('description'),
      column.field('status', { header: 'Chat Status', width: '8.5rem' }),
      column.actions(),
    ],
    sections: { 'About the company': ['name', 'description'] },
  }),
  resourceScreens(gift, {
    menu: { label: 'Gifts', icon: IconGift },
    purpose: 'What customers get for their points.',
    columns: (column) => [
      column.rowNumber(),
      column.field('name', { width: '25%' }),
      column.field('description'),
      column.field('numberOfPoints', { width: '7rem' }),
      column.field('status', { header: 'Chat Status', width: '8.5rem' }),
      column.actions(),
    ],
    sections: { Gift: ['name', 'qrId', 'description'] },
    sidebarSections: { Redemption: ['numberOfPoints', 'validTill', 'userLimit'] },
    validate: async (...form) => (await import('./gift/validate-gift.ts')).validateGift(...form),
    values: ['name', 'qrId', 'numberOfPoints', 'validTill', 'userLimit', 'status', 'description'],
  }),
  resourceScreens(terms, {
    menu: { label: 'Terms and conditions', icon: IconFileText },
    purpose: 'The rules that customers accept when they order.',
    widths: { title: '25%' },
    sections: { Content: ['title', 'description'] },
    validate: (values) => getRequiredTextErrors(values, { title: 'title', description: 'description' }),
  }),
  resourceScreens(privacy, {
    menu: { label: 'Privacy policy', icon: IconShieldLock },
    purpose: 'What you store about customers, and why.',
    widths: { title: '25%' },
    sections: { Content: ['title', 'description'] },
    validate: (values) => getRequiredTextErrors(values, { title: 'title', description: 'description' }),
    values: [
      'title',
      { name: 'description', emptyText: texts.privacy.noDescription },
      { name: 'status', isSwitch: true },
    ],
  }),
];
