import { createSafeContext } from '@mantine/core';
import type { InputForm } from '../kinds/input-props.ts';

export const [ResourceFormContext, useResourceFormContext] = createSafeContext<InputForm>(
  'Field must be used within a form',
);
