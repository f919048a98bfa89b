import { type Comment, type MentionableUser, mentionPattern } from '#shared/comments.ts';
import classes from './comments.module.css';

/** The text of a comment with the current names of the users whom it mentions. */
export const CommentText = ({ text, mentions }: Pick<Comment, 'text' | 'mentions'>) => {
  const names = new Map(mentions.map(({ userId, userName }) => [userId, getUserName(userName)]));
  // Splitting by a pattern with a group returns the ids between the texts.
  return text.split(mentionPattern).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts never move
      <span key={index} className={classes.mention}>
        @{names.get(part)}
      </span>
    ),
  );
};

/** A comment as it is typed: mentions are names in the text. */
export type CommentDraft = { text: string; mentions: readonly { userId: string; name: string }[] };

export const emptyDraft: CommentDraft = { text: '', mentions: [] };

/** Name of a user, who may have been deleted. */
export const getUserName = (name: string | null): string => name ?? 'Deleted user';

/** Replaces the names of mentioned users by their ids, longer names first, as they may begin with shorter ones. */
export const encodeMentions = ({ text, mentions }: CommentDraft): string =>
  [...mentions]
    .sort((one, other) => other.name.length - one.name.length)
    .reduce((encoded, { name, userId }) => encoded.replaceAll(`@${name}`, `@[${userId}]`), text)
    .trim();

export const decodeMentions = ({ text, mentions }: Pick<Comment, 'text' | 'mentions'>): CommentDraft => {
  const named = mentions.map(({ userId, userName }, index) => {
    // Equal names would all be encoded as the first user.
    const isRepeated = mentions.findIndex((other) => other.userName === userName) < index;
    return { userId, name: `${getUserName(userName)}${isRepeated ? ` (${index + 1})` : ''}` };
  });
  return {
    text: text.replace(
      mentionPattern,
      (token, id: string) => `@${named.find(({ userId }) => userId === id)?.name ?? token.slice(1)}`,
    ),
    mentions: named,
  };
};

const mentionBeforeCaret = /(?:^|[\s(])@([^\s@[\]][^@\n[\]]{0,40})?$/;

/** The name that is being typed before the caret, after its @; null if there is none, or it is complete. */
export const findMentionQuery = ({ text, mentions }: CommentDraft, caret: number): string | null => {
  const match = mentionBeforeCaret.exec(text.slice(0, caret));
  if (!match) return null;
  const query = match[1] ?? '';
  return mentions.some(({ name }) => query.startsWith(name)) ? null : query;
};

/** Completes the name before the caret. Two mentioned users with the same name get their email addresses added. */
export const insertMention = (
  draft: CommentDraft,
  { caret, user }: { caret: number; user: MentionableUser },
): { draft: CommentDraft; caret: number } => {
  const { text, mentions } = draft;
  const { userId, userName, email } = user;
  const isAmbiguous = mentions.some((other) => other.name === userName && other.userId !== userId);
  const name = isAmbiguous ? `${userName} (${email})` : userName;
  const start = caret - (findMentionQuery(draft, caret) ?? '').length;
  const rest = text.slice(caret);
  const inserted = `${name}${/^\s/.test(rest) ? '' : ' '}`;
  const others = mentions.filter((other) => other.userId !== userId || other.name !== name);
  return {
    draft: { text: text.slice(0, start) + inserted + rest, mentions: [...others, { userId, name }] },
    caret: start + name.length + 1,
  };
};
