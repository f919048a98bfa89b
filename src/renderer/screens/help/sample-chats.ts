import type { RecordOf } from '#shared/resource-kit/define-resource.ts';
import type { helpMessage } from '#shared/resources/help-message.ts';
import type { helpSupport } from '#shared/resources/help-support.ts';

export type HelpChat = RecordOf<typeof helpSupport>;

type HelpMessage = RecordOf<typeof helpMessage>;

export const sampleChats: readonly HelpChat[] = [
  {
    _id: '1',
    chatId: 'CHAT-1001',
    title: 'Where is my order?',
    guestName: 'Sample guest',
    email: 'guest@example.com',
    phoneNumber: '+91 98765 43210',
    startChat: '2026-01-12T09:30:00.000Z',
    endChat: '',
    status: 'Pending' as const,
  },
  {
    _id: '2',
    chatId: 'CHAT-1002',
    title: 'Bulk pricing for notebooks',
    guestName: 'Another guest',
    email: 'buyer@example.com',
    phoneNumber: '+91 98765 43211',
    startChat: '2026-01-10T11:00:00.000Z',
    endChat: '2026-01-10T11:20:00.000Z',
    status: 'Solved' as const,
  },
].map((chat) => ({ ...chat, version: 1, createdAt: chat.startChat, updatedAt: chat.endChat || chat.startChat }));

const messages = [
  ['1', 'GUEST', 'Hello, I ordered ten notebooks last week.', '2026-01-12T09:30:00.000Z'],
  ['1', 'STAFF', 'Thanks for getting in touch. I’ll check on your parcel.', '2026-01-12T09:32:00.000Z'],
  ['1', 'GUEST', 'Great, thank you.', '2026-01-12T09:33:00.000Z'],
  ['2', 'GUEST', 'What would 300 notebooks cost?', '2026-01-10T11:00:00.000Z'],
  ['2', 'STAFF', 'I’ve just emailed you our bulk prices.', '2026-01-10T11:20:00.000Z'],
] as const;

export const sampleMessages: readonly HelpMessage[] = messages.map(([helpSupportId, author, text, time], index) => ({
  _id: String(index),
  helpSupportId,
  helpSupportName: null,
  author,
  text,
  version: 1,
  createdAt: time,
  updatedAt: time,
}));
