import { type Comment, mentionPattern } from '#shared/comments.ts';

import { getUserName } from './comment-draft.ts';
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
