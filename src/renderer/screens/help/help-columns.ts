import type { RecordOf } from '#shared/resource/define-resource.ts';
import { helpSupport } from '#shared/resources/help-support.ts';
import { tabSetOf } from '../../resource/list/list-tabs.tsx';

export type HelpChat = RecordOf<typeof helpSupport>;

export const statusTabs = tabSetOf(helpSupport, 'status');
