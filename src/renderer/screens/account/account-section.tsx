import { Card, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

/** One subject of the account page. */
export const AccountSection = ({
  title,
  description,
  children,
}: {
  title: string;
  description?: string;
  children: ReactNode;
}) => {
  const id = useId();
  return (
    <Card component="section" aria-labelledby={id}>
      <Title order={2} id={id} mb={description ? 2 : 'md'}>
        {title}
      </Title>
      {description && (
        <Text c="dimmed" mb="md" maw="75ch">
          {description}
        </Text>
      )}
      {children}
    </Card>
  );
};
