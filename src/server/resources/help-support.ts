import { randomInt } from 'node:crypto';
import type { FieldError } from '#shared/api.ts';
import { helpSupport } from '#shared/resources/help-support.ts';
import type { Row } from '../database/tables.ts';
import { validationError } from '../lib/app-error.ts';
import type { Extension } from '../records/operations.ts';

// Excludes letters and digits that are easily confused when a guest reads them out.
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

const newChatId = () => `CHAT-${Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join('')}`;

const timeFields = ['startChat', 'endChat'] as const;

const normalizeTimes = (row: Row): Row => {
  const errors: FieldError[] = [];
  const normalized = { ...row };
  for (const name of timeFields) {
    if (!row[name]) continue;
    const time = new Date(String(row[name]));
    if (Number.isNaN(time.getTime())) {
      errors.push({ field: name, message: `${helpSupport.fields[name].label} must be a date and time` });
    } else {
      normalized[name] = time.toISOString();
    }
  }
  if (errors.length > 0) throw validationError(errors);
  return normalized;
};

/** A chat starts when it is opened and ends when it is solved; reopening it clears the end. */
export const helpSupportExtension: Extension = {
  hooks: {
    beforeWrite: async (_write, changes) => {
      const now = new Date().toISOString();
      return changes.map(({ row, current }) => {
        const chat = normalizeTimes(row);
        const isSolved = chat.status === 'Solved';
        return {
          ...chat,
          chatId: chat.chatId || current?.chatId || newChatId(),
          startChat: chat.startChat || current?.startChat || now,
          endChat: isSolved ? chat.endChat || current?.endChat || now : '',
        };
      });
    },
  },
};
