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
        <FormSection title="Personal details" fields={['name', 'email', 'phone', 'address']} />
        <FormSection title="Location" fields={['countryId', 'regionId', 'stateId', 'cityId', 'locationId']} />
      </>
    }
    sidebar={
      <FormSection title="Access" fields={['role']}>
        <PasswordField />
        <Field name="status" />
      </FormSection>
    }
  />
);
