import { useWatch } from 'react-hook-form';
import { altNameOf, isFileField } from '#shared/resource-kit/fields.ts';
import { lifeAtSaya } from '#shared/resources/life-at-saya.ts';
import type { Body } from '../../resource-kit/declared-screens.ts';
import { FormPage, FormSection, StatusSection } from '../../resource-kit/form/form-page.tsx';
import type { FormValues } from '../../resource-kit/form/form-values.ts';

const storyFields = ['name', 'designation', 'video', 'captions'] as const;
const imageFields = ['image'] as const;

/** The fields of an item by its tab; none until a tab is chosen. */
const getTabFields = (role: unknown): readonly (keyof typeof lifeAtSaya.fields)[] => {
  if (!role) return [];
  return role === 'team_stories' ? storyFields : imageFields;
};

/** Sends only the visible fields, so that hidden ones keep their values. */
export const lifeAtCompanyBody = (body: Body): Body => {
  if (!('role' in body)) return body;
  const shown = getTabFields(body.role);
  const sentFields: readonly string[] = ['role', 'version', 'status', ...shown, ...shown.map(altNameOf)];
  return Object.fromEntries(Object.entries(body).filter(([name]) => sentFields.includes(name)));
};

const useFieldsOfKind = (isMedia: boolean) =>
  getTabFields(useWatch<FormValues>({ name: 'role' })).filter(
    (name) => isFileField(lifeAtSaya.fields[name]) === isMedia,
  );

const TextSection = () => <FormSection title="Content" fields={['role', ...useFieldsOfKind(false)]} />;

const MediaSection = () => {
  const fields = useFieldsOfKind(true);
  return fields.length > 0 && <FormSection title="Media" fields={fields} />;
};

export const LifeAtCompanyForm = () => (
  <FormPage
    resource={lifeAtSaya}
    content={<TextSection />}
    sidebar={
      <>
        <StatusSection resource={lifeAtSaya} />
        <MediaSection />
      </>
    }
  />
);
