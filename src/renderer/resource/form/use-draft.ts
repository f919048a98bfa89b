import { useDebouncedCallback, useWindowEvent } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useLocation } from 'react-router-dom';
import { v4 } from 'uuid';
import type { AnyRecord, Resource } from '#shared/resource/define-resource.ts';
import { platform } from '../../platform/index.ts';
import { takeFiles } from '../../ui/files-underway.ts';
import { showNotice } from '../../ui/toasts.tsx';
import { useSession } from '../session-store.ts';
import {
  type Draft,
  findDrafts,
  forgetDraft,
  forgetDraftsOf,
  holdDraft,
  keepDraft,
  readDraft,
} from './draft-store.ts';
import type { FormValues } from './field-props.ts';
import { writtenOut } from './form-values.ts';

/** Nobody types on so long that nothing is kept meanwhile. */
const keepAfter = { delay: 500, maxWait: 2000, flushOnUnmount: true };

/** Stays who it was at first: a page hears of another server a moment before it is loaded anew for that one. */
const useOwner = (): string | undefined => {
  const session = useSession();
  const appInfo = useQuery({ queryKey: ['appInfo'], queryFn: () => platform.appInfo() });
  const [owner, setOwner] = useState<string>();
  if (owner === undefined && session && appInfo.data) setOwner(`${appInfo.data.server} ${session.userId}`);
  return owner;
};

/** Gives up all drafts of whoever is signed in. */
export const useForgetDrafts = (): (() => Promise<void>) => {
  const owner = useOwner();
  return async () => {
    // The way out stands open, whatever the browser makes of its database.
    if (owner) await forgetDraftsOf(owner).catch(reportDraftError);
  };
};

const reportDraftError = (error: unknown): void => console.error('Drafts cannot be kept here', error);

export type OfferedDraft = { savedAt: string; restore: () => Promise<void>; discard: () => void };

/**
 * Keeps what is typed into a form on this computer until it is saved or given up, and offers what was left there
 * before. `onRestore` gets what was typed and the record that it began with.
 */
export const useDraft = ({
  resource,
  record,
  form,
  isDirty,
  onRestore,
}: {
  resource: Resource;
  record: AnyRecord | null;
  form: UseFormReturn<FormValues>;
  isDirty: boolean;
  onRestore: (values: FormValues, base: AnyRecord | null) => Promise<boolean>;
}) => {
  const owner = useOwner();
  const { pathname } = useLocation();
  const formKey = owner && [owner, resource.name, record?._id ?? pathname].join(' ');
  const [id] = useState(() => v4());
  const isGivenUp = useRef(false);
  const [offered, setOffered] = useState<Draft | null>(null);

  const keep = useEffectEvent(async (draftId = id): Promise<void> => {
    if (isGivenUp.current || !owner || !formKey) return;
    const draft = { id: draftId, owner, form: formKey, base: record, values: writtenOut(form.getValues()) };
    if (!isDirty) await forgetDraft(draftId);
    else await keepDraft({ ...draft, savedAt: new Date().toISOString() });
  });
  const keepSoon = useDebouncedCallback(() => void keep().catch(reportDraftError), keepAfter);
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: () => keepSoon() }),
    [form, keepSoon],
  );
  // The first is early enough for the browser to write it down, the last is told in any case.
  useWindowEvent('beforeunload', () => keepSoon.flush());
  useWindowEvent('pagehide', () => keepSoon.flush());
  useEffect(() => holdDraft(id), [id]);

  const offerNext = useEffectEvent(async (): Promise<void> => {
    if (!formKey) return;
    const [next] = (await findDrafts(formKey)).filter((draft) => draft.id !== id);
    setOffered(next ?? null);
  });
  useEffect(() => {
    if (!formKey) return;
    void offerNext().catch(reportDraftError);
    // What was typed before it was known whose it is.
    keepSoon();
  }, [formKey, keepSoon]);

  const drop = async (draft: Draft): Promise<void> => {
    await forgetDraft(draft.id);
    await offerNext();
  };
  const read = async (draft: Draft): ReturnType<typeof readDraft> => {
    // What is typed by now is offered next.
    if (isDirty) await keep(v4());
    return readDraft(draft);
  };
  const restore = async (draft: Draft): Promise<void> => {
    const { values, lostFiles } = await takeFiles(read(draft), (taken) => taken.lostFiles.length === 0);
    if (!(await onRestore(values, draft.base))) return;
    for (const name of lostFiles) showNotice(`Couldn’t restore ${name}. Choose it again.`);
    await keepDraft({ ...draft, id, values: writtenOut(form.getValues()), base: record });
    await drop(draft);
  };
  return {
    offered: offered && {
      savedAt: offered.savedAt,
      restore: () => restore(offered).catch(reportDraftError),
      discard: () => void drop(offered).catch(reportDraftError),
    },
    /** What is typed here is saved, or shall not be. */
    giveUp: (): void => {
      isGivenUp.current = true;
      keepSoon.cancel();
      void forgetDraft(id).catch(reportDraftError);
    },
  };
};
