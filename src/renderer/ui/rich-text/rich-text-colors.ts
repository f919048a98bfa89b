const neutralNames =
  /^(?:black|white(?:smoke)?|(?:dim|dark|light|slate)?gr[ae]y|silver|gainsboro|snow|(?:window|canvas)(?:text)?|transparent|inherit|initial|currentcolor)$/i;

// Maximum difference between the channels of a neutral color: Wikipedia's black is rgb(32, 33, 34).
const neutralSpread = 24;

/** Whether a color is black, white or gray, and so may be unreadable in light or dark mode. */
export const isNeutral = (color: string): boolean => {
  if (neutralNames.test(color)) return true;
  const channels = color
    .match(/^rgba?\(\s*(\d+)[\s,]+(\d+)[\s,]+(\d+)/)
    ?.slice(1)
    .map(Number);
  return channels !== undefined && Math.max(...channels) - Math.min(...channels) <= neutralSpread;
};
