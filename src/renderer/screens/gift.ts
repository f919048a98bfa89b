import { IconGift } from '@tabler/icons-react';
import { gift } from '#shared/resources/gift.ts';
import { resourceScreens } from '../resource/screens/resource-screens.ts';

export const giftScreens = resourceScreens(gift, {
  menu: { group: 'content', label: 'Gifts', icon: IconGift },
  columns: (column) => [
    column.serial(),
    column.field('name', { width: '25%' }),
    column.field('description'),
    column.field('numberOfPoints', { width: '7rem' }),
    column.field('status', { header: 'Chat Status', width: '8.5rem' }),
    column.actions(),
  ],
  sections: { Gift: ['name', 'qrId', 'description'] },
  aside: { Redemption: ['numberOfPoints', 'validTill', 'userLimit'] },
  validate: async (...form) => (await import('./gift/validate-gift.ts')).validateGift(...form),
  values: ['name', 'description', ['qrId', 'numberOfPoints', 'validTill', 'userLimit', 'status']],
});
