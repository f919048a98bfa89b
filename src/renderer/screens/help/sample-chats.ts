import type { RecordOf } from '#shared/resource-kit/define-resource.ts';
import type { helpMessage } from '#shared/resources/help-message.ts';
import type { helpSupport } from '#shared/resources/help-support.ts';

export type HelpChat = RecordOf<typeof helpSupport>;

type HelpMessage = RecordOf<typeof helpMessage>;

const createChat = (values: Omit<HelpChat, 'version' | 'createdAt' | 'updatedAt'>): HelpChat => ({
  ...values,
  version: 1,
  createdAt: values.startChat,
  updatedAt: values.endChat || values.startChat,
});

export const sampleChats: readonly HelpChat[] = [
  createChat({
    _id: '1',
    chatId: 'CHAT-1001',
    title: 'Where is my order?',
    guestName: 'Sample guest',
    email: 'guest@example.com',
    phoneNumber: '+91 98765 43210',
    startChat: '2026-01-12T09:30:00.000Z',
    endChat: '',
    status: 'Pending',
  }),
  createChat({
    _id: '2',
    chatId: 'CHAT-1002',
    title: 'Bulk pricing for notebooks',
    guestName: 'Another guest',
    email: 'buyer@example.com',
    phoneNumber: '+91 98765 43211',
    startChat: '2026-01-10T11:00:00.000Z',
    endChat: '2026-01-10T11:20:00.000Z',
    status: 'Solved',
  }),
];

const createMessage = (
  id: string,
  helpSupportId: string,
  author: HelpMessage['author'],
  text: string,
  createdAt: string,
): HelpMessage => ({
  _id: id,
  helpSupportId,
  helpSupportName: null,
  author,
  text,
  version: 1,
  createdAt,
  updatedAt: createdAt,
});

export const sampleMessages: readonly HelpMessage[] = [
  createMessage('1', '1', 'GUEST', 'Hello, I ordered ten notebooks last week.', '2026-01-12T09:30:00.000Z'),
  createMessage(
    '2',
    '1',
    'STAFF',
    'Thanks for getting in touch. I’ll check on your parcel.',
    '2026-01-12T09:32:00.000Z',
  ),
  createMessage('3', '1', 'GUEST', 'Great, thank you.', '2026-01-12T09:33:00.000Z'),
  createMessage('4', '2', 'GUEST', 'What would 300 notebooks cost?', '2026-01-10T11:00:00.000Z'),
  createMessage('5', '2', 'STAFF', 'I’ve just emailed you our bulk prices.', '2026-01-10T11:20:00.000Z'),
];
