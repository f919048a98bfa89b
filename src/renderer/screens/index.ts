import { IconFileText, IconLayersIntersect, IconMessages, IconWorld } from '@tabler/icons-react';
import { texts } from '#shared/texts.ts';
import { declareScreens, type Icon, type ResourceScreens } from '../resource-kit/declared-screens.ts';
import { cmsScreens } from './cms.ts';
import { contentScreens } from './content.ts';
import { geographyScreens } from './geography.ts';
import { dealerScreens, mainScreens } from './main.ts';
import { mediaScreens } from './media.ts';
import { messageScreens } from './messages.ts';

export { mainScreens, mediaScreens };

/** Screens that only our servers have. */
export const ownScreens: readonly ResourceScreens[] = [mediaScreens, dealerScreens];

type ScreenGroup = { label: string; icon: Icon; members: readonly ResourceScreens[] };

/** The specification names entries only for the first group, but has screens for the others. */
export const screenGroups: readonly ScreenGroup[] = [
  { label: texts.shell.cms, icon: IconLayersIntersect, members: cmsScreens },
  { label: 'Geography', icon: IconWorld, members: geographyScreens },
  { label: 'Site content', icon: IconFileText, members: contentScreens },
  { label: 'Messages', icon: IconMessages, members: messageScreens },
];

/** The screens of every resource, in sidebar order. The list of the first one is the page at `/`. */
export const screens = declareScreens([
  ...mainScreens,
  ...ownScreens,
  ...screenGroups.flatMap(({ members }) => members),
]);
