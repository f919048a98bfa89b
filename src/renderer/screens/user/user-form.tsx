import { user } from '#shared/resources/user.ts';
import { FormPage, FormSection } from '../../resource/form/form-page.tsx';
import { ResourceField } from '../../resource/form/resource-field.tsx';
import { PasswordField } from './password-field.tsx';

export const UserForm = () => (
  <FormPage
    resource={user}
    listPath={`${user.paths.list}/?role=All`}
    initial={{ password: '' }}
    content={
      <>
        <FormSection title="Personal details">
          <ResourceField resource={user} name="name" />
          <ResourceField resource={user} name="email" />
          <ResourceField resource={user} name="phone" />
          <ResourceField resource={user} name="address" />
        </FormSection>
        <FormSection title="Location">
          <ResourceField resource={user} name="countryId" />
          <ResourceField resource={user} name="regionId" />
          <ResourceField resource={user} name="stateId" />
          <ResourceField resource={user} name="cityId" />
          <ResourceField resource={user} name="locationId" />
        </FormSection>
      </>
    }
    aside={
      <FormSection title="Access">
        <ResourceField resource={user} name="role" />
        <PasswordField />
        <ResourceField resource={user} name="status" />
      </FormSection>
    }
  />
);
