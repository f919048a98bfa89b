import { IconLayoutSidebarRightExpand } from '@tabler/icons-react';
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { SelectOption } from '#shared/api.ts';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { withArticle } from '#shared/resource-kit/labels.ts';
import { IconButton, type IconButtonElement } from '../../ui/icon-button.tsx';
import { lazyOverlay } from '../../ui/lazy-component.tsx';
import { findScreens } from '../declared-screens.ts';
import { optionsQuery } from '../hooks.ts';
import { queryClient } from '../query-client.ts';
import { getAddPath } from '../record-paths.ts';
import { useCan } from '../session-store.ts';
import { keepDraftState } from '../use-unsaved-changes-guard.ts';

export type RelatedRecordProps = {
  resource: Resource;
  /** Title of the form that adds a record. */
  title?: string;
  /** Undefined adds a record. */
  id?: string;
  initialValues?: Record<string, unknown>;
  /** Fields whose initial values the user can't change. */
  hiddenFields?: readonly string[];
  onClose: () => void;
  /** Called with the id, if the server returns it. The drawer is to be closed then. */
  onSaved: (saved: { id: string | undefined; title: string }) => void;
};

type LoadDrawer = () => Promise<ComponentType<RelatedRecordProps>>;

let loadDrawer: LoadDrawer | undefined;

/** Set by the forms, because the drawer has all of their inputs, and an input opens it. */
export const setRelatedRecord = (load: LoadDrawer): void => {
  loadDrawer = load;
};

/** Adds or opens a record in a drawer above another form. */
export const LazyRelatedRecord = lazyOverlay(async () => {
  if (!loadDrawer) throw new Error('No form has been loaded');
  return loadDrawer();
});

/** Button that opens the record of a reference above the form. */
export const OpenReference = (props: { target: Resource; id: string; label: string; isDisabled: boolean }) => {
  const { target, id, label, isDisabled } = props;
  const can = useCan(target.name);
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<IconButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  if (!can('read')) return null;
  const close = () => setIsOpen(false);
  return (
    <>
      <IconButton
        ref={button}
        label={`Open “${label}”`}
        icon={<IconLayoutSidebarRightExpand size="1.125rem" />}
        isDisabled={isDisabled}
        onClick={() => setIsOpen(true)}
      />
      {isOpen && <LazyRelatedRecord resource={target} id={id} onClose={close} onSaved={close} />}
    </>
  );
};

/** Option value for adding a record; never a valid id. */
export const addValue = 'add';

/**
 * Option that adds a missing record: in a drawer above the form, or on the page of a form that doesn't fit into one.
 * A drawer's record gets the references in `filters`, and `onAdded` is called with its id.
 */
export const useAddReference = (
  target: Resource | undefined,
  {
    filters,
    search,
    isEmpty,
    onAdded,
  }: {
    filters: Record<string, string>;
    /** Typed text that matches no option; empty if there is none. */
    search: string;
    isEmpty: boolean;
    onAdded: (id: string) => void;
  },
): { option: SelectOption | null; start: () => void; drawer: ReactNode } => {
  const navigate = useNavigate();
  const can = useCan(target?.name ?? '');
  const [initialName, setInitialName] = useState<string>();
  const opener = useRef<Element>(null);
  const isOpen = initialName !== undefined;
  useEffect(() => {
    if (!isOpen && opener.current instanceof HTMLElement) opener.current.focus();
  }, [isOpen]);
  const path = target && can('create') ? getAddPath(target, filters) : undefined;
  if (!target || path === undefined) return { option: null, start: () => {}, drawer: null };
  const hasDrawer = !findScreens(target.name)?.hasOwnForm;
  const isOffered = isEmpty || (hasDrawer && search !== '');
  const label = hasDrawer && search !== '' ? `Add “${search}”…` : `Add ${withArticle(target.label)}`;
  const close = () => setInitialName(undefined);
  return {
    option: isOffered ? { value: addValue, label } : null,
    start: () => {
      opener.current = document.activeElement;
      if (hasDrawer) setInitialName(search);
      else void navigate(path, { state: keepDraftState });
    },
    drawer: isOpen && (
      <LazyRelatedRecord
        resource={target}
        initialValues={{ ...filters, [target.titleField]: initialName }}
        hiddenFields={Object.keys(filters)}
        onClose={close}
        onSaved={({ id, title }) => {
          close();
          const options = queryClient.getQueryData(optionsQuery(target.name, filters).queryKey);
          // Some servers don't return the id of a new record.
          const named = options?.filter((option) => option.label === title) ?? [];
          const addedId = id ?? (named.length === 1 ? named[0]?.value : undefined);
          if (addedId !== undefined) onAdded(addedId);
        }}
      />
    ),
  };
};
