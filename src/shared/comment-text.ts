/** Characters of a comment, mentions included. */
export const maxCommentLength = 5000;

export const maxMentions = 20;

/** A mention in the text of a comment: the id of the user, so that it follows a change of the name. */
export const mentionPattern = /@\[([\w-]{1,100})\]/g;

/** Parameter of the address of a record that opens its comments, with the id of a thread. */
export const threadParam = 'comments';
