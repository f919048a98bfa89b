import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { displayNameOf, isFileField } from '#shared/resource-kit/fields.ts';
import { formatList, inSentence } from '#shared/resource-kit/labels.ts';
import { isLocalFile } from '../../platform/local-files.ts';
import { showInfo, showSuccess, showSuccessWithUndo } from '../../ui/toasts.tsx';
import type { SaveResponse } from '../client.ts';
import { getConflictingRecord, reportError } from '../errors.ts';
import { getKind } from '../kinds/index.tsx';
import { optimisticKey, queryClient, refetchResource, showValues } from '../query-client.ts';
import { getRecordPath, getRecordTitle } from '../record-paths.ts';
import { isSame } from '../save/merge.ts';
import { createFormSession } from '../save/save-session.ts';
import { getRecordKey, holdWaiting, savedHereText, useQueue } from '../save/waiting-saves.ts';
import { addChanges, dropCells, findConflicts, noEdits } from '../sheet/use-sheet.ts';

type Values = Readonly<Record<string, unknown>>;

/** Values of a record that the user changed where they are shown. */
export type InlineChange = { record: AnyRecord; values: Values };

const maxTextShown = 60;

const describeChange = (resource: Resource, record: AnyRecord, values: Values, cleared: readonly string[]): string => {
  const title = getRecordTitle(resource, record);
  const sentences = Object.keys(values).flatMap((name) => {
    const field = resource.fields[name];
    if (!field || cleared.includes(name)) return [];
    if (isFileField(field)) return `${field.label} of ${title} ${values[name] ? 'replaced' : 'removed'}`;
    const text = getKind(field).format({ field, name, record: { ...record, ...values } });
    if (field.kind === 'status') return `${title} set to ${inSentence(text)}`;
    if (name === 'status') return `${title} marked as ${inSentence(text)}`;
    if (text === '') return `${field.label} of ${title} cleared`;
    return `${field.label} of ${title} ${text.length > maxTextShown ? 'changed' : `set to ${text}`}`;
  });
  const names = cleared.map((name) => inSentence(resource.fields[name]?.label ?? ''));
  const also = cleared.length > 0 ? [`Also cleared: ${formatList(names)}`] : [];
  return [...sentences, ...also].join('. ');
};

const heldElsewhereText = 'A waiting change of this item is open in a form. Save or close the form first.';

const holdTimeoutMs = 2000;

/** The record's change that waits for the server, which the next one is added to. */
const holdEarlier = async (resource: Resource, { _id }: AnyRecord) => {
  const waiting = useQueue
    .getState()
    .saves.findLast((save) => save.resource === resource.name && getRecordKey(save) === _id);
  if (!waiting) return null;
  return holdWaiting(waiting.id, AbortSignal.timeout(holdTimeoutMs)).catch(() => {
    throw new Error(heldElsewhereText);
  });
};

/** The version that this window saved over another, by record and that version. */
const ownVersions = new Map<string, number>();

/** The record may be shown as it was before this window's own last save. */
const skipOwnVersions = (record: AnyRecord): AnyRecord => {
  const next = ownVersions.get(`${record._id} ${record.version}`);
  return next === undefined ? record : skipOwnVersions({ ...record, version: next });
};

/** Null if the values wait for the server, or if the user kept those of someone else. */
const send = async (resource: Resource, { record, values }: InlineChange): Promise<SaveResponse | null> => {
  const session = createFormSession(resource, { canWait: true });
  session.open();
  try {
    const earlier = await holdEarlier(resource, record);
    const { base, isPartial = false, path } = earlier?.get() ?? { base: record, isPartial: true, path: undefined };
    if (earlier) {
      session.hold(earlier);
      session.markEdited();
    }
    const { fields } = resource;
    const labels = Object.keys(fields).map(displayNameOf);
    const own = Object.fromEntries(Object.entries(values).filter(([name]) => name in fields || !labels.includes(name)));
    const save = async (saved: AnyRecord, sent: Values): Promise<SaveResponse | null> => {
      const content = { record: saved, values: { ...sent }, path: path ?? getRecordPath(resource, record), isPartial };
      const result = await session.save(content, undefined);
      if (!result || result.step === 'waiting') return null;
      if (result.step === 'saved') {
        const version = result.response.data?.version;
        if (version !== undefined && version !== saved.version)
          ownVersions.set(`${saved._id} ${saved.version}`, version);
        return result.response;
      }
      const theirs = result.step === 'conflict' && isPartial ? getConflictingRecord(result.error) : null;
      // Lists that aren't fields, such as variants, aren't merged here: the error says that someone changed the record.
      const isUnmerged = Object.keys(sent).some(
        (name) => !(name in resource.fields) && !isSame(saved[name], theirs?.[name]),
      );
      if (!theirs || isUnmerged) throw result.error;
      const versions = {
        records: new Map([[saved._id, saved]]),
        edits: new Map([[saved._id, sent]]),
        theirs: [theirs],
      };
      const conflicts = findConflicts(resource, versions);
      const { chooseDropped } = await import('../sheet/use-save-sheet.ts');
      const dropped = conflicts.length === 0 ? [] : await chooseDropped(resource, { ...versions, conflicts });
      const rest = dropped && dropCells(resource, versions.edits, dropped).get(saved._id);
      return rest ? save(theirs, rest) : null;
    };
    return await save(skipOwnVersions(base ?? record), earlier ? (await earlier.loadValues(own)).values : own);
  } finally {
    session.close();
  }
};

/**
 * Saves values where they are shown, through the save session of forms: it merges with what others saved meanwhile,
 * and waits for the server while that can't be reached. Rejects with the error if nothing was saved.
 */
export const saveInline = async (
  resource: Resource,
  { record, values }: InlineChange,
  { isUndo = false, texts }: { isUndo?: boolean; texts?: { done: string; undone: string } } = {},
): Promise<void> => {
  const added = addChanges(resource, noEdits, [{ record, values }]);
  const changed = added.edits.get(record._id);
  if (!changed) return;
  const change = { record, values: changed };
  let revert = () => {};
  // One after the other for a record, so that each is based on the previous one.
  const mutation = queryClient.getMutationCache().build(queryClient, {
    mutationKey: optimisticKey(resource.name),
    scope: { id: `${resource.name} ${record._id}` },
    onMutate: async () => {
      // A file is shown when the server has it.
      const shown = Object.fromEntries(Object.entries(changed).filter(([, value]) => !isLocalFile(value)));
      revert = await showValues(resource.name, record._id, shown);
    },
    mutationFn: () => send(resource, change),
    networkMode: 'always',
  });
  try {
    const response = await mutation.execute(undefined);
    if (!response) {
      revert();
      if (useQueue.getState().saves.some((save) => getRecordKey(save) === record._id)) showInfo(savedHereText);
      return;
    }
    const message = (isUndo ? texts?.undone : texts?.done) ?? describeChange(resource, record, changed, added.cleared);
    const previous = Object.fromEntries(Object.keys(changed).map((name) => [name, record[name] ?? null]));
    const saved = { ...record, ...changed, ...response.data };
    if (isUndo) showSuccess(message);
    else
      showSuccessWithUndo(
        message,
        () => void trySaveInline(resource, { record: saved, values: previous }, { isUndo: true, texts }),
      );
    for (const notice of response.notices ?? []) showInfo(notice);
  } catch (error) {
    revert();
    throw error;
  } finally {
    // The rows stay in their places: the change was made in one of them.
    void refetchResource(resource.name);
  }
};

/** Saves values and shows the error if nothing was saved. Returns whether that worked. */
export const trySaveInline = async (...args: Parameters<typeof saveInline>): Promise<boolean> => {
  try {
    await saveInline(...args);
    return true;
  } catch (error) {
    reportError(error, () => void trySaveInline(...args));
    return false;
  }
};
