import { Alert, Button, MantineProvider, PasswordInput, Stack, TextInput, Title } from '@mantine/core';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

createRoot(document.body).render(
  <StrictMode>
    <MantineProvider>
      <Stack>
        <Title>Welcome back</Title>
        <Alert>Signing in did not work</Alert>
        <TextInput label="Email/PhoneNo." />
        <PasswordInput label="Password" />
        <Button>Login</Button>
      </Stack>
    </MantineProvider>
  </StrictMode>,
);
