import { user } from '#shared/resources/user.ts';
import { Field } from '../../resource/form/field.tsx';
import { FormPage, FormSection } from '../../resource/form/form-page.tsx';
import { PasswordField } from './password-field.tsx';

export const UserForm = () => (
  <FormPage
    resource={user}
    listPath={`${user.paths.list}/?role=All`}
    initial={{ password: '' }}
    content={
      <>
        <FormSection title="Personal details">
          <Field name="name" />
          <Field name="email" />
          <Field name="phone" />
          <Field name="address" />
        </FormSection>
        <FormSection title="Location">
          <Field name="countryId" />
          <Field name="regionId" />
          <Field name="stateId" />
          <Field name="cityId" />
          <Field name="locationId" />
        </FormSection>
      </>
    }
    aside={
      <FormSection title="Access">
        <Field name="role" />
        <PasswordField />
        <Field name="status" />
      </FormSection>
    }
  />
);
