import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';

const getPosition = ({ position }: AnyRecord): number =>
  typeof position === 'number' ? position : Number.POSITIVE_INFINITY;

/** Sorts records as the website does: those without a position last, parts of others oldest first, else newest first. */
export const sortByPosition = ({ site }: Resource, records: readonly AnyRecord[]): AnyRecord[] => {
  const direction = site?.path === undefined ? 1 : -1;
  return records.toSorted((one, other) => {
    const [first, second] = [getPosition(one), getPosition(other)];
    if (first !== second) return first < second ? -1 : 1;
    return one._id < other._id ? -direction : direction;
  });
};

/** Brings records into the user's order. Those that have been added meanwhile come last. */
export const keepOrder = (records: readonly AnyRecord[], ids: readonly string[]): AnyRecord[] => {
  const places = new Map(ids.map((id, index) => [id, index]));
  return records.toSorted((one, other) => (places.get(one._id) ?? ids.length) - (places.get(other._id) ?? ids.length));
};

/** The changes that give records their positions. */
export const toPositions = (records: readonly AnyRecord[]) =>
  records.flatMap((record, position) =>
    record.position === position ? [] : [{ id: record._id, version: record.version, position }],
  );

/** Whether someone else has changed a position of these records. */
export const isRearranged = (before: readonly AnyRecord[], after: readonly AnyRecord[]): boolean => {
  const positions = new Map(before.map(({ _id, position }) => [_id, position ?? null]));
  return after.some(({ _id, position }) => positions.has(_id) && positions.get(_id) !== (position ?? null));
};
