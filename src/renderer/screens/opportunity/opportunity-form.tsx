import { opportunity } from '#shared/resources/opportunity.ts';
import { FormPage, FormSection } from '../../resource/form/form-page.tsx';
import { ResourceField } from '../../resource/form/resource-field.tsx';

export const OpportunityForm = () => (
  <FormPage
    resource={opportunity}
    content={
      <>
        <FormSection title="Position">
          <ResourceField resource={opportunity} name="profile" />
          <ResourceField resource={opportunity} name="aboutJob" />
          <ResourceField resource={opportunity} name="aboutCompany" />
        </FormSection>
        <FormSection title="What the work asks for">
          <ResourceField resource={opportunity} name="responsibilty" />
          <ResourceField resource={opportunity} name="skills" />
          <ResourceField resource={opportunity} name="quality" />
          <ResourceField resource={opportunity} name="qualification" />
        </FormSection>
      </>
    }
    aside={
      <FormSection title="Terms">
        <ResourceField resource={opportunity} name="selectedJobTypes" />
        <ResourceField resource={opportunity} name="selectedLocation" />
        <ResourceField resource={opportunity} name="industry" />
        <ResourceField resource={opportunity} name="salary" />
      </FormSection>
    }
  />
);
