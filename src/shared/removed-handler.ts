/** Replaces the names of event handlers before HTML is parsed. */
export const removedHandler = 'data-removed';
