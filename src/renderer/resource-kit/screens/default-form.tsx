import type { ComponentType } from 'react';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { FormPage, FormSection, StatusSection } from '../form/form-page.tsx';
import type { Layout } from './layout.ts';

const Sections = ({ sections }: { sections: Readonly<Record<string, readonly string[]>> }) =>
  Object.entries(sections).map(([title, fields]) => <FormSection key={title} title={title} fields={fields} />);

/** Page that adds or edits a record: the layout's cards, or one for all fields, and the status beside them. */
export const defaultForm = <R extends Resource>(
  resource: R,
  { sections, sidebarSections = {}, validate, saveLabels }: Layout<R>,
): ComponentType => {
  const fieldNames = Object.keys(resource.fields).filter((name) => name !== 'status');
  return () => (
    <FormPage
      resource={resource}
      validate={validate}
      saveLabels={saveLabels}
      content={<Sections sections={sections ?? { [resource.label]: fieldNames }} />}
      sidebar={
        <>
          <Sections sections={sidebarSections} />
          {resource.fields.status?.kind === 'status' && <StatusSection />}
        </>
      }
    />
  );
};
