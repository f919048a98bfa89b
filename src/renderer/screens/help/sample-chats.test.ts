import { expect, it } from 'vitest';
import messages from '../../../../resources/sample/helpMessage.json' with { type: 'json' };
import sample from '../../../../resources/sample/helpSupport.json' with { type: 'json' };
import { sampleChats, sampleMessages } from './sample-chats.ts';

it.each([...sampleChats, ...sample])(
  'ends the sample chat “$title” after it started, if it is solved',
  ({ status, startChat, endChat }) => {
    expect(endChat !== '').toBe(status === 'Solved');
    if (endChat) expect(endChat > startChat).toBe(true);
  },
);

const conversations = [
  ...sampleChats.map((chat) => ({
    ...chat,
    times: sampleMessages.filter(({ helpSupportId }) => helpSupportId === chat._id).map(({ createdAt }) => createdAt),
  })),
  ...sample.map((chat) => ({
    ...chat,
    times: messages.filter(({ helpSupportId }) => helpSupportId === chat._key).map(({ createdAt }) => createdAt),
  })),
];

it.each(conversations)('dates the messages of “$title” within the chat', ({ times, startChat, endChat }) => {
  expect(times[0]).toBe(startChat);
  expect(times).toEqual(times.toSorted());
  if (endChat) expect(times.at(-1)).toBe(endChat);
});
